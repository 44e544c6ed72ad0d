import type { IntegrationManifestResource, IntegrationResource } from "@plugboard/api/client";
import type { integrationOperations } from "@plugboard/api/contract";
import type { PlatformUrls } from "../common/platform-urls.ts";
import { reviveIntegrationEndpoints } from "../delivery/integration-endpoints.ts";
import { installIntegration } from "../installations/install-integration.ts";
import { getIntegration, type Integration, listIntegrations } from "../integrations/integrations.ts";
import type { Services } from "../platform/services.ts";
import { publishIntegration } from "../publishing/publish-integration.ts";
import { removeIntegration } from "../publishing/remove-integration.ts";
import { showInstallation, showInstallations } from "./installation-resource.ts";
import type { OperationHandlers } from "./operation-handler.ts";
import { paginate, showPage } from "./paginate.ts";

/** Publishing, listing and installing integrations. */
export function createIntegrationHandlers(
  services: Services,
): OperationHandlers<keyof typeof integrationOperations> {
  const { context, urls } = services;
  return {
    listIntegrations: async ({ query }) =>
      await showPage(
        paginate(await listIntegrations(context), ({ name }) => name, query),
        (integration) => toIntegrationResource(integration, urls),
      ),
    publishIntegration: async ({ params: { integration: name }, body, ifMatch }) => {
      const ifVersion = ifMatch === undefined ? undefined : Number(ifMatch);
      const published = await publishIntegration(context, { name, ...body, ifVersion });
      await reviveIntegrationEndpoints(context, services.deliveries, name);
      return toIntegrationResource(published, urls);
    },
    getIntegration: async ({ params: { integration } }) =>
      toIntegrationResource(await getIntegration(context, integration), urls),
    removeIntegration: async ({ params }) =>
      await removeIntegration(context, services.deliveries, params.integration),
    getIntegrationManifest: async ({ params: { integration } }) =>
      toManifestResource(await getIntegration(context, integration)),
    listIntegrationInstallations: async ({ params: { integration: name }, query, caller }) => {
      await getIntegration(context, name);
      const own = caller.type === "installation" ? { id: caller.installation } : {};
      return await showInstallations(services, { integration: name, ...own }, query, caller);
    },
    installIntegration: async ({ params: { integration }, body, caller, idempotencyKey }) => {
      const installation = await installIntegration(context, integration, body.organization, idempotencyKey);
      return await showInstallation(services, installation, caller);
    },
  };
}

function toIntegrationResource(integration: Integration, urls: PlatformUrls): IntegrationResource {
  const { name, manifest, version, organizationId } = integration;
  return {
    name,
    title: manifest.title,
    description: manifest.description,
    summary: manifest.summary,
    organization: organizationId,
    visibility: manifest.visibility,
    target: manifest.target ?? "all",
    scopes: manifest.scopes,
    categories: manifest.categories ?? [],
    version,
    urls: { publicEndpoint: `${urls.sites}/integrations` },
  };
}

function toManifestResource({ manifest, description }: Integration): IntegrationManifestResource {
  const { configurations = {}, blocks = [] } = manifest;
  return { configurations: { ...configurations }, blocks, components: description.components };
}
