import type {
  ApiTokens,
  Environment,
  EnvironmentSigningSecrets,
  Installation,
  SiteInstallation,
  SpaceInstallation,
} from "@plugboard/api";
import { type DeriveSecret, siteInstallationPurpose } from "../access/derived-secrets.ts";
import type { TokenAuthority } from "../access/token-authority.ts";
import {
  integrationEndpointOf,
  type PlatformUrls,
  publicEndpointOf,
  publishedUrlOf,
  resourceEndpointOf,
} from "../common/platform-urls.ts";
import { getSiteOf, type Site } from "../content/content.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { grantedScopes } from "../installations/consent.ts";
import {
  findResourceInstallation,
  type InstallationRecord,
  requireNotPaused,
  type ResourceInstallationRecord,
} from "../installations/installations.ts";
import type { IntegrationLogs } from "../logs/integration-logs.ts";
import { loadBundle } from "../integrations/bundles.ts";
import { type Integration, openIntegrationSecrets, versionUrls } from "../integrations/integrations.ts";
import { secretsIn } from "./environment-secrets.ts";
import type { Contract } from "../product/define-contract.ts";
import type { ProductRef } from "../resources/product-ref.ts";
import type { ResourceKind } from "../database/tables.ts";
import type { IntegrationRunner, RunnerTarget, ScriptTarget } from "./integration-runner.ts";

/** The dependencies for calling integrations. */
export interface DispatchContext extends PlatformContext {
  readonly runner: IntegrationRunner;
  readonly logs: IntegrationLogs;
  readonly tokens: TokenAuthority;
  /** Derives the secrets that integrations sign their own data with. */
  readonly deriveSecret: DeriveSecret;
  readonly urls: PlatformUrls;
}

/** The subject of a call to an integration, as read by the caller. */
export interface DispatchSubject {
  /** `undefined` if the integration's own endpoint was called. */
  readonly installation?: InstallationRecord | undefined;
  readonly integration: Integration;
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
  /** The resource of the product. */
  readonly resource?: ProductRef | undefined;
}

/** An integration about to be called, with everything its envelope needs. */
export interface DispatchTarget {
  readonly integration: Integration;
  readonly runnerTarget: RunnerTarget;
  readonly environment: Environment;
  /** The environment as JSON, serialized once for all events sent with it. */
  readonly environmentJson: string;
}

/**
 * Builds the environment of an event (docs/conformance.md#environment). Its tokens are short-lived.
 *
 * @throws PlatformError `forbidden` if the installation is paused
 */
export async function buildDispatchTarget(
  context: DispatchContext,
  { installation, integration, spaceId, siteId, resource }: DispatchSubject,
): Promise<DispatchTarget> {
  if (installation?.removed === false) requireNotPaused(installation);
  const { urls } = context;
  const { name, version, manifest } = integration;
  const secrets = openIntegrationSecrets(context, integration);
  const find = async (kind: ResourceKind, id: string | undefined) =>
    id === undefined || installation === undefined
      ? undefined
      : await findResourceInstallation(context, installation.id, kind, id, { removed: true });
  const [space, site] = [await find("space", spaceId), await find("site", siteId)];
  const own = resource === undefined ? undefined : await find(resource.kind, resource.id);
  const integrationEndpoint = integrationEndpointOf(urls, name);
  const environment: Environment = {
    apiEndpoint: urls.api,
    apiTokens: await issueTokens(context, integration, installation),
    integration: {
      name,
      title: manifest.title,
      version,
      organization: integration.organizationId,
      urls: {
        publicEndpoint:
          installation === undefined ? integrationEndpoint : publicEndpointOf(urls, installation.id),
        integrationEndpoint,
        ...versionUrls(integration, urls),
      },
    },
    ...(installation !== undefined && { installation: toInstallation(installation, urls) }),
    ...(space !== undefined && { spaceInstallation: toSpaceInstallation(space, urls) }),
    // An installation row alone does not prove that the site is in its organization, and delivery workers see
    // all organizations.
    ...(site !== undefined && {
      siteInstallation: toSiteInstallation(
        site,
        await getSiteOf(context, installation?.organizationId ?? "", site.resourceId),
        urls,
      ),
    }),
    ...(own !== undefined && {
      [`${own.kind}Installation`]: {
        [own.kind]: own.resourceId,
        ...toResourceInstallation(own, urls, context.product?.contract.kinds),
      },
    }),
    signingSecrets: deriveSigningSecrets(context, { installation, integration, spaceId, siteId, resource }),
    secrets: secrets.runtime,
  };
  context.logs.noteSecrets(name, secretsIn(environment));
  return {
    integration,
    runnerTarget: runnerTargetOf(context, integration, {
      signingSecrets: secrets.signing,
      organization: installation?.organizationId ?? integration.organizationId,
    }),
    environment,
    environmentJson: JSON.stringify(environment),
  };
}

function deriveSigningSecrets(
  { deriveSecret }: DispatchContext,
  { installation, integration: { name }, spaceId, siteId, resource }: DispatchSubject,
): EnvironmentSigningSecrets {
  const integration = deriveSecret(`integration ${name}`);
  if (installation === undefined) return { integration };
  const purpose = `installation ${installation.id}`;
  return {
    integration,
    installation: deriveSecret(purpose),
    ...(spaceId !== undefined && { spaceInstallation: deriveSecret(`${purpose} space ${spaceId}`) }),
    ...(siteId !== undefined && {
      siteInstallation: deriveSecret(siteInstallationPurpose(installation.id, siteId)),
    }),
    ...(resource !== undefined && {
      [`${resource.kind}Installation`]: deriveSecret(`${purpose} ${resource.kind} ${resource.id}`),
    }),
  };
}

/** Returns the runner's target for an integration, or for a version about to be published. */
function runnerTargetOf(
  context: Pick<PlatformContext, "db">,
  { name, version, source }: Pick<Integration, "name" | "version" | "source">,
  { signingSecrets, organization }: Pick<ScriptTarget, "signingSecrets" | "organization">,
): RunnerTarget {
  const { url, bundleHash: hash } = source;
  if (url !== undefined) return { name, version, signingSecrets, url };
  const script = { hash, load: () => loadBundle(context, hash) };
  return { name, version, organization, signingSecrets, script };
}

async function issueTokens(
  { tokens }: DispatchContext,
  { name, manifest }: Integration,
  installation: InstallationRecord | undefined,
): Promise<ApiTokens> {
  return {
    integration: await tokens.issue({ integration: name, scopes: manifest.scopes }),
    // A token would be of no use to a removed installation.
    ...(installation?.removed === false && {
      installation: await tokens.issue({
        integration: name,
        installation: installation.id,
        scopes: grantedScopes(manifest, installation),
      }),
    }),
  };
}

function toInstallation(installation: InstallationRecord, urls: PlatformUrls): Installation {
  return {
    id: installation.id,
    organization: installation.organizationId,
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

function toSpaceInstallation(record: ResourceInstallationRecord, urls: PlatformUrls): SpaceInstallation {
  const app = `${urls.console}/content/${record.resourceId}`;
  const fields = toResourceInstallation(record, urls);
  return { space: record.resourceId, ...fields, urls: { ...fields.urls, app } };
}

function toSiteInstallation(
  record: ResourceInstallationRecord,
  { spaceId, slug }: Site,
  urls: PlatformUrls,
): SiteInstallation {
  const fields = toResourceInstallation(record, urls);
  const published = publishedUrlOf(urls, slug);
  const app = `${urls.console}/content/${spaceId}`;
  return { site: record.resourceId, space: spaceId, ...fields, urls: { ...fields.urls, app, published } };
}

function toResourceInstallation(
  record: ResourceInstallationRecord,
  urls: PlatformUrls,
  kinds?: Contract["kinds"],
) {
  return {
    installation: record.installationId,
    status: record.status,
    configuration: record.configuration,
    externalIds: record.externalIds,
    urls: { publicEndpoint: resourceEndpointOf(urls, record, kinds) },
  };
}
