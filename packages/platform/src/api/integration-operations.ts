import * as z from "zod";
import { requireAdmin, type Principal } from "../access/principal.ts";
import { reviveIntegrationEndpoints } from "../delivery/integration-endpoints.ts";
import { installIntegration } from "../installations/install-integration.ts";
import { getIntegration, type Integration, listIntegrations } from "../integrations/integrations.ts";
import { PlatformError } from "../common/platform-error.ts";
import { publishIntegration } from "../publishing/publish-integration.ts";
import type { Services } from "../platform/services.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { listSchema, pageQuerySchema, paginate } from "./paginate.ts";
import { installationSchema, integrationSchema } from "./schemas.ts";
import { showInstallation, showInstallations } from "./show-installation.ts";
import { toIntegrationResource } from "./to-resource.ts";

const tag = "Integrations";
const params = z.object({ integration: z.string() });
const manifestExtract = z.object({
  configurations: z.record(z.string(), z.unknown()),
  blocks: z.array(z.unknown()).readonly(),
  components: z.array(z.string()).readonly(),
});
const publication = z.object({
  manifest: z.string().min(1, "must be the text of service-manifest.yaml"),
  url: z.url({ protocol: /^https?$/, error: "must be the http(s) URL the integration is hosted at" }),
  secrets: z.record(z.string(), z.string()).default({}),
  signingSecret: z.string().min(16, "must have at least 16 characters").exactOptional(),
});

/** Publishing, listing and installing integrations. */
export function createIntegrationOperations(services: Services): Operation[] {
  const { context, urls } = services;
  return [
    defineOperation({
      method: "get",
      path: "/integrations",
      tag,
      summary: "List published integrations",
      input: { query: pageQuerySchema },
      response: listSchema(integrationSchema),
      handle: async ({ query }, principal) => {
        requireAdmin(principal);
        const integrations = await listIntegrations(context);
        return paginate(
          integrations.map((integration) => toIntegrationResource(integration, urls)),
          ({ name }) => name,
          query,
        );
      },
    }),
    defineOperation({
      method: "put",
      path: "/integrations/{integration}",
      tag,
      summary: "Publish an integration or a new version of it",
      input: { params, body: publication },
      response: integrationSchema,
      handle: async ({ params: { integration: name }, body }, principal) => {
        requireAdmin(principal);
        const published = await publishIntegration(context, { name, ...body });
        await reviveIntegrationEndpoints(context, services.deliveries, name);
        return toIntegrationResource(published, urls);
      },
    }),
    defineOperation({
      method: "get",
      path: "/integrations/{integration}",
      tag,
      summary: "Read an integration",
      input: { params },
      response: integrationSchema,
      handle: async ({ params: { integration } }, principal) => {
        requireIntegration(principal, integration);
        return toIntegrationResource(await getIntegration(context, integration), urls);
      },
    }),
    defineOperation({
      method: "get",
      path: "/integrations/{integration}/manifest",
      tag,
      summary: "Read what a form needs of the manifest: settings and blocks",
      input: { params },
      response: manifestExtract,
      handle: async ({ params: { integration } }, principal) => {
        requireIntegration(principal, integration);
        return toManifestExtract(await getIntegration(context, integration));
      },
    }),
    defineOperation({
      method: "get",
      path: "/integrations/{integration}/installations",
      tag,
      summary: "List the installations of an integration",
      input: { params, query: pageQuerySchema },
      response: listSchema(installationSchema),
      handle: async ({ params: { integration: name }, query }, principal) => {
        requireIntegration(principal, name);
        await getIntegration(context, name);
        const own = principal.type === "installation" ? { id: principal.installation } : {};
        return await showInstallations(services, { integration: name, ...own }, query, principal);
      },
    }),
    defineOperation({
      method: "post",
      path: "/integrations/{integration}/installations",
      tag,
      summary: "Install an integration in an organization; emits installation_setup",
      input: { params, body: z.object({ organization: z.string() }) },
      response: installationSchema,
      status: 201,
      handle: async ({ params: { integration }, body }, principal) => {
        requireAdmin(principal);
        const installation = await installIntegration(context, integration, body.organization);
        return await showInstallation(services, installation, principal);
      },
    }),
  ];
}

function requireIntegration(principal: Principal, name: string): void {
  if (principal.type === "admin" || principal.integration === name) return;
  throw new PlatformError("forbidden", `This token does not reach integration ${name}.`);
}

function toManifestExtract({ manifest, description }: Integration): z.infer<typeof manifestExtract> {
  const { configurations = {}, blocks = [] } = manifest;
  return { configurations: { ...configurations }, blocks, components: description.components };
}
