import type { IntegrationManifestResource, IntegrationResource } from "@plugboard/api/client";
import { integrationOperations } from "@plugboard/api/contract";
import { requireOrganization } from "../../access/may-call.ts";
import { requireInstallation } from "../../access/principal.ts";
import { reuseSeconds } from "../../access/token-authority.ts";
import { orNotFound } from "../../common/platform-error.ts";
import { assetUrlOf, integrationEndpointOf, type PlatformUrls } from "../../common/platform-urls.ts";
import { grantedScopes } from "../../installations/consent.ts";
import { installIntegration } from "../../installations/install-integration.ts";
import { getInstallation } from "../../installations/installations.ts";
import {
  getInstalled,
  getIntegration,
  type Integration,
  listIntegrations,
  versionUrls,
} from "../integrations.ts";
import { removeIntegration } from "../../publishing/remove-integration.ts";
import { showInstallation, showInstallations } from "../../installations/api/installation-resource.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { cutPage, keysetOf, showPage } from "../../operations/paginate.ts";

export const integrationFeature: Feature = defineFeature(integrationOperations, (platform) => ({
  listIntegrations: async ({ query, organizations: { allowed: visibleTo } }) =>
    await showPage(
      cutPage(await listIntegrations(platform, { visibleTo, ...keysetOf(query) }), ({ name }) => name, query),
      (integration) => toIntegrationResource(integration, platform.urls),
    ),
  getIntegration: async ({ params: { integration } }) =>
    toIntegrationResource(await getIntegration(platform, integration), platform.urls),
  removeIntegration: async ({ params }) => await removeIntegration(platform, params.integration),
  getIntegrationManifest: async ({ params: { integration } }) =>
    toManifestResource(await getIntegration(platform, integration)),
  getInstallationManifest: async ({ params: { installationId } }) =>
    toManifestResource(await getInstalled(platform, await getInstallation(platform, installationId))),
  listIntegrationInstallations: async ({ params, query, caller, organizations: { allowed } }) => {
    const { integration: name } = params;
    await getIntegration(platform, name);
    const own = caller.type === "installation" ? { id: caller.installation } : {};
    const { externalId } = query;
    const filter = { integration: name, externalId, organizations: allowed, ...own };
    return await showInstallations(platform, filter, query, caller);
  },
  createInstallationToken: async ({ params: { integration: name, installationId }, caller }) => {
    const { manifest } = await getIntegration(platform, name);
    const installation = await getInstallation(platform, installationId);
    if (installation.integration !== name) orNotFound(undefined, `installation ${installationId}`);
    requireInstallation(caller, installation);
    const holder = {
      integration: name,
      installation: installationId,
      scopes: grantedScopes(manifest, installation),
    };
    return { token: await platform.tokens.issue(holder), expiresInSeconds: reuseSeconds };
  },
  installIntegration: async ({ params: { integration }, body, caller, organizations, idempotencyKey }) => {
    requireOrganization(organizations, body.organization);
    const installation = await installIntegration(platform, integration, body.organization, idempotencyKey);
    return await showInstallation(platform, installation, caller);
  },
}));

/** Converts an integration to its API resource. */
export function toIntegrationResource(integration: Integration, urls: PlatformUrls): IntegrationResource {
  const { name, manifest, version, organizationId, source } = integration;
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
    hosting: source.url === undefined ? "script" : "url",
    urls: { publicEndpoint: integrationEndpointOf(urls, name), ...versionUrls(integration, urls) },
    previewImages: integration.hasAssets
      ? (manifest.previewImages ?? []).map((path) => assetUrlOf(urls, integration, path))
      : [],
    externalLinks: manifest.externalLinks ?? [],
  };
}

function toManifestResource({ manifest, description }: Integration): IntegrationManifestResource {
  const { configurations = {}, blocks = [] } = manifest;
  return { configurations: { ...configurations }, blocks, components: description.components };
}
