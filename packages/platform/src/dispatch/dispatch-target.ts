import type { ApiTokens, Environment, Installation, SiteInstallation } from "@plugboard/api";
import type { TokenAuthority } from "../access/token-authority.ts";
import { type PlatformUrls, publicEndpointOf, publishedUrlOf } from "../common/platform-urls.ts";
import { getSite, type Site } from "../content/content.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import {
  findResourceInstallation,
  type InstallationRecord,
  requireNotPaused,
  type ResourceInstallationRecord,
} from "../installations/installations.ts";
import type { IntegrationLogs } from "../logs/integration-logs.ts";
import { loadBundle } from "../integrations/bundles.ts";
import { type Integration, openIntegrationSecrets } from "../integrations/integrations.ts";
import type { IntegrationRunner, RunnerTarget } from "./integration-runner.ts";

/** What it takes to call integrations. */
export interface DispatchContext extends PlatformContext {
  readonly runner: IntegrationRunner;
  readonly logs: IntegrationLogs;
  readonly tokens: TokenAuthority;
  readonly urls: PlatformUrls;
}

/** What an integration is called for, as the caller has read it. */
export interface DispatchSubject {
  readonly installation: InstallationRecord;
  readonly integration: Integration;
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
}

/** An integration that is about to be called, with everything its envelope needs. */
export interface DispatchTarget {
  readonly installation: InstallationRecord;
  readonly integration: Integration;
  readonly runnerTarget: RunnerTarget;
  readonly environment: Environment;
}

/**
 * Gathers what travels with an event (docs/conformance.md#environment). Tokens are short-lived.
 *
 * @throws PlatformError `forbidden` while the installation is paused
 */
export async function buildDispatchTarget(
  context: DispatchContext,
  { installation, integration, spaceId, siteId }: DispatchSubject,
): Promise<DispatchTarget> {
  if (!installation.removed) requireNotPaused(installation);
  const { tokens, urls } = context;
  const { name, version, manifest } = integration;
  const secrets = openIntegrationSecrets(context, integration);
  const find = async (kind: "space" | "site", id: string | undefined) =>
    id === undefined
      ? undefined
      : await findResourceInstallation(context, installation.id, kind, id, { removed: true });
  const [space, site] = [await find("space", spaceId), await find("site", siteId)];
  return {
    installation,
    integration,
    runnerTarget: runnerTargetOf(context, integration, secrets.signing),
    environment: {
      apiEndpoint: urls.api,
      apiTokens: await issueTokens(tokens, integration, installation),
      integration: {
        name,
        title: manifest.title,
        version,
        urls: { publicEndpoint: publicEndpointOf(urls, installation.id) },
      },
      installation: toInstallation(installation, urls),
      ...(space !== undefined && {
        spaceInstallation: { space: space.resourceId, ...toResourceInstallation(space, urls) },
      }),
      ...(site !== undefined && {
        siteInstallation: toSiteInstallation(site, await getSite(context, site.resourceId), urls),
      }),
      secrets: secrets.runtime,
    },
  };
}

/** What the runner calls for an integration, or for a version of it that is about to be published. */
function runnerTargetOf(
  context: Pick<PlatformContext, "db">,
  { name, version, source }: Pick<Integration, "name" | "version" | "source">,
  signingSecrets: readonly string[],
): RunnerTarget {
  const { url, bundleHash: hash } = source;
  return url === undefined
    ? { name, version, signingSecrets, script: { hash, load: () => loadBundle(context, hash) } }
    : { name, version, signingSecrets, url };
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
  record: ResourceInstallationRecord,
  { spaceId, slug }: Site,
  urls: PlatformUrls,
): SiteInstallation {
  const fields = toResourceInstallation(record, urls);
  const published = publishedUrlOf(urls, slug);
  return { site: record.resourceId, space: spaceId, ...fields, urls: { ...fields.urls, published } };
}

function toResourceInstallation(record: ResourceInstallationRecord, urls: PlatformUrls) {
  return {
    installation: record.installationId,
    status: record.status,
    configuration: record.configuration,
    externalIds: record.externalIds,
    urls: { publicEndpoint: publicEndpointOf(urls, record.installationId) },
  };
}
