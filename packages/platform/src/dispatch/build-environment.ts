import type { ApiTokens, Environment, Installation, SiteInstallation } from "@plugboard/api";
import type { TokenAuthority } from "../access/token-authority.ts";
import { getSite, type Site } from "../content/content.ts";
import {
  findResourceInstallation,
  getInstallation,
  type InstallationRecord,
  type ResourceInstallationRecord,
} from "../installations/installations.ts";
import { getIntegration, getIntegrationSecrets, type Integration } from "../integrations/integrations.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { type PlatformUrls, publicEndpointOf, publishedUrlOf } from "../common/platform-urls.ts";

/** What an environment is made for. */
export interface EnvironmentSubject {
  readonly installationId: string;
  readonly spaceId?: string;
  readonly siteId?: string;
}

/** An integration that is about to be called, with everything its envelope needs. */
export interface DispatchTarget {
  readonly installationId: string;
  readonly integration: Integration;
  /** The installation is there no more; see the event that tells of it. */
  readonly removed: boolean;
  readonly signingSecrets: readonly string[];
  readonly environment: Environment;
}

/** Gathers what travels with an event (specification, "Environment context"). Tokens are short-lived. */
export async function buildDispatchTarget(
  context: PlatformContext,
  tokens: TokenAuthority,
  urls: PlatformUrls,
  subject: EnvironmentSubject,
): Promise<DispatchTarget> {
  const installation = await getInstallation(context, subject.installationId, { removed: true });
  const integration = await getIntegration(context, installation.integration);
  const secrets = await getIntegrationSecrets(context, integration.name);
  const publicEndpoint = publicEndpointOf(urls, installation.id);
  const part = async (kind: "space" | "site", id: string | undefined) =>
    id === undefined
      ? undefined
      : await findResourceInstallation(context, installation.id, kind, id, { removed: true });
  const [space, site] = [await part("space", subject.spaceId), await part("site", subject.siteId)];
  return {
    installationId: installation.id,
    integration,
    removed: installation.removed,
    signingSecrets: secrets.signing,
    environment: {
      apiEndpoint: urls.api,
      apiTokens: await issueTokens(tokens, integration, installation),
      integration: {
        name: integration.name,
        title: integration.manifest.title,
        version: integration.version,
        urls: { publicEndpoint },
      },
      installation: toInstallation(installation, urls),
      ...(space !== undefined && {
        spaceInstallation: { space: space.resourceId, ...toPart(space, urls) },
      }),
      ...(site !== undefined && {
        siteInstallation: toSiteInstallation(site, await getSite(context, site.resourceId), urls),
      }),
      secrets: secrets.runtime,
    },
  };
}

async function issueTokens(
  tokens: TokenAuthority,
  { name, manifest }: Integration,
  installation: InstallationRecord,
): Promise<ApiTokens> {
  const holder = { integration: name, scopes: manifest.scopes };
  return {
    integration: await tokens.issue(holder),
    // A removed installation has nothing left that a token of its own could reach.
    ...(!installation.removed && {
      installation: await tokens.issue({ ...holder, installation: installation.id }),
    }),
  };
}

function toInstallation(installation: InstallationRecord, urls: PlatformUrls): Installation {
  return {
    id: installation.id,
    status: installation.status,
    space_selection: installation.spaceSelection,
    configuration: installation.configuration,
    urls: {
      publicEndpoint: publicEndpointOf(urls, installation.id),
      app: `${urls.console}/installations/${installation.id}`,
    },
    externalIds: installation.externalIds,
    target: installation.target,
  };
}

function toSiteInstallation(
  part: ResourceInstallationRecord,
  { spaceId, slug }: Site,
  urls: PlatformUrls,
): SiteInstallation {
  const fields = toPart(part, urls);
  const published = publishedUrlOf(urls, slug);
  return { site: part.resourceId, space: spaceId, ...fields, urls: { ...fields.urls, published } };
}

function toPart(part: ResourceInstallationRecord, urls: PlatformUrls) {
  return {
    installation: part.installationId,
    status: part.status,
    configuration: part.configuration,
    externalIds: part.externalIds,
    urls: { publicEndpoint: publicEndpointOf(urls, part.installationId) },
  };
}
