import type { ApiTokens, Environment, EnvironmentSigningSecrets, Installation } from "@plugboard/api";
import { type DeriveSecret, resourcePurpose } from "../access/derived-secrets.ts";
import type { TokenAuthority } from "../access/token-authority.ts";
import {
  integrationEndpointOf,
  type PlatformUrls,
  publicEndpointOf,
  resourceEndpointOf,
} from "../common/platform-urls.ts";
import type { FindAgentScopes } from "../access/agent-consent.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { showSelection } from "../installations/resource-selection.ts";
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
import type { ProductRef } from "../resources/product-ref.ts";
import { kindsOf } from "../resources/kinds-of.ts";
import { showResource } from "../resources/show-resource.ts";
import type { IntegrationRunner, RunnerTarget, ScriptTarget } from "./integration-runner.ts";

/** The dependencies for calling integrations. */
export interface DispatchContext extends PlatformContext {
  readonly runner: IntegrationRunner;
  readonly logs: IntegrationLogs;
  readonly tokens: TokenAuthority;
  /** Derives the secrets that integrations sign their own data with. */
  readonly deriveSecret: DeriveSecret;
  readonly urls: PlatformUrls;
  readonly findAgentScopes: FindAgentScopes;
}

/** The subject of a call to an integration, as read by the caller. */
export interface DispatchSubject {
  /** `undefined` if the integration's own endpoint was called. */
  readonly installation?: InstallationRecord | undefined;
  readonly integration: Integration;
  /** The product's resources. Defaults to none. */
  readonly resources?: readonly ProductRef[] | undefined;
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
  { installation, integration, resources = [] }: DispatchSubject,
): Promise<DispatchTarget> {
  if (installation?.removed === false) requireNotPaused(installation);
  const { urls } = context;
  const { name, version, manifest } = integration;
  const secrets = openIntegrationSecrets(context, integration);
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
    ...(installation !== undefined && { installation: toInstallation(context, installation) }),
    ...(installation !== undefined && (await readResourceInstallations(context, installation, resources))),
    signingSecrets: deriveSigningSecrets(context, { installation, integration, resources }),
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
  { installation, integration: { name }, resources = [] }: DispatchSubject,
): EnvironmentSigningSecrets {
  const integration = deriveSecret(`integration ${name}`);
  if (installation === undefined) return { integration };
  const ofResources = resources.map((resource) => [
    `${resource.kind}Installation`,
    deriveSecret(resourcePurpose(installation.id, resource)),
  ]);
  return {
    integration,
    installation: deriveSecret(`installation ${installation.id}`),
    ...Object.fromEntries(ofResources),
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

function toInstallation(context: DispatchContext, installation: InstallationRecord): Installation {
  const { urls } = context;
  return {
    id: installation.id,
    organization: installation.organizationId,
    status: installation.status,
    ...showSelection(context, installation.selection),
    configuration: installation.configuration,
    urls: {
      publicEndpoint: publicEndpointOf(urls, installation.id),
      app: `${urls.console}/installations/${installation.id}`,
    },
    externalIds: installation.externalIds,
    target: installation.target,
  };
}

/**
 * Returns the installations in resources by their names in the environment, such as `projectInstallation`. Containers
 * come before the resources within them.
 */
async function readResourceInstallations(
  context: DispatchContext,
  { id, organizationId }: InstallationRecord,
  resources: readonly ProductRef[],
): Promise<Readonly<Record<string, object>>> {
  const found: Record<string, object> = {};
  const depthOf = (kind: string | undefined): number =>
    kind === undefined ? 0 : 1 + depthOf(kindsOf(context)[kind]?.within);
  const outermostFirst = resources.toSorted((left, right) => depthOf(left.kind) - depthOf(right.kind));
  for (const { kind, id: resourceId } of outermostFirst) {
    const record = await findResourceInstallation(context, id, kind, resourceId, { removed: true });
    if (record === undefined) continue;
    // An installation row alone does not prove that the resource is in its organization, and delivery workers
    // see all organizations.
    const shown = await showResource(context, kind, { id: resourceId, organizationId });
    const own = toResourceInstallation(record, context);
    const app = shown.app === undefined ? {} : { app: shown.app };
    found[`${kind}Installation`] = {
      [kind]: resourceId,
      ...shown.fields,
      ...own,
      urls: { ...own.urls, ...app, ...shown.urls },
    };
  }
  return found;
}

function toResourceInstallation(record: ResourceInstallationRecord, context: DispatchContext) {
  return {
    installation: record.installationId,
    status: record.status,
    configuration: record.configuration,
    externalIds: record.externalIds,
    urls: { publicEndpoint: resourceEndpointOf(context.urls, record, kindsOf(context)) },
  };
}
