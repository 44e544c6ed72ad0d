import { authenticateApiKey, isApiKey } from "./api-keys.ts";
import { authenticateConsumer, isPollToken } from "./poll-tokens.ts";
import { type EmbedTokens, isEmbedToken } from "./embed-tokens.ts";
import { isPortalToken, type PortalSessions } from "./portal-sessions.ts";
import type { TokenAuthority } from "./token-authority.ts";
import type { ResourceKind } from "../database/tables.ts";
import { findResourceOrganization, findResources } from "../resources/find-resource.ts";
import { kindsOf } from "../resources/kinds-of.ts";
import { getInstallation, requireNotPaused } from "../installations/installations.ts";
import { getInstalled, getIntegration } from "../integrations/integrations.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { grantedScopes } from "../installations/consent.ts";
import { readStrings } from "../common/json.ts";
import { PlatformError } from "../common/platform-error.ts";
import { isTokenPrincipal, type Principal, requireScope, type TokenPrincipal } from "./principal.ts";
import type { ScopeName } from "@plugboard/api";

/**
 * Returns the caller who sent an API key or the bearer token of an integration, portal session, embedded part or
 * polling endpoint.
 *
 * @throws PlatformError `unauthorized`, `forbidden`
 *
 * @example
 * import { authenticateToken, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const caller = await authenticateToken(platform, "the bearer token of a request");
 * console.log(caller.type);
 */
export async function authenticateToken(
  context: PlatformContext & {
    readonly tokens: TokenAuthority;
    readonly portalSessions: PortalSessions;
    readonly embedTokens: EmbedTokens;
  },
  token: string,
): Promise<Principal> {
  if (isPortalToken(token)) return await context.portalSessions.open(token);
  if (isEmbedToken(token)) return await context.embedTokens.open(token);
  if (isPollToken(token)) return await authenticateConsumer(context, token);
  if (isApiKey(token)) return await authenticateApiKey(context, token);
  return await confirmPrincipal(context, await context.tokens.verify(token));
}

/**
 * Checks a token against the current state: its installation must exist and not be paused. Its scopes are
 * reduced to those that the manifest still lists and the installation's organization has consented to.
 *
 * @throws PlatformError `unauthorized`, or `forbidden` while the installation is paused
 */
export async function confirmPrincipal(
  context: PlatformContext,
  principal: TokenPrincipal,
): Promise<TokenPrincipal> {
  const granted = await scopesOf(context, principal).catch(refuseRemoved);
  return { ...principal, scopes: principal.scopes.filter((scope) => granted.includes(scope)) };
}

async function scopesOf(context: PlatformContext, principal: TokenPrincipal): Promise<readonly ScopeName[]> {
  if (principal.type === "integration")
    return (await getIntegration(context, principal.integration)).manifest.scopes;
  const installation = await getInstallation(context, principal.installation);
  const { manifest } = await getInstalled(context, installation);
  if (installation.integration !== principal.integration) refuseRemoved();
  requireNotPaused(installation);
  return grantedScopes(manifest, installation);
}

function refuseRemoved(error?: unknown): never {
  if (error !== undefined && !(error instanceof PlatformError && error.code === "not_found")) throw error;
  throw new PlatformError("unauthorized", "The bearer token belongs to an installation that was removed.");
}

/**
 * Allows people, whose role was checked earlier, and integrations that hold the scope and have an active
 * installation in the resource. Access to a resource includes the one that contains it.
 *
 * @throws PlatformError `forbidden`
 */
export async function requireResource(
  context: PlatformContext,
  principal: Principal,
  scope: ScopeName,
  kind: ResourceKind,
  resourceId: string,
): Promise<void> {
  if (!isTokenPrincipal(principal)) return;
  requireScope(principal, scope);
  const isGranted = ({ consented }: Location): boolean =>
    consented === null || readStrings(consented).includes(scope);
  const direct = await selectLocations(context, principal)
    .where("part.resource_kind", "=", kind)
    .where("part.resource_id", "=", resourceId)
    .execute();
  if (direct.some(isGranted)) return;
  const contained = await listContained(context, principal, kind, resourceId);
  if (contained.some(isGranted)) return;
  if (direct.length + contained.length > 0) {
    const message = `No installation of ${principal.integration} in ${kind} ${resourceId} has the scope ${scope}.`;
    throw new PlatformError("forbidden", `${message} An administrator must consent to it.`);
  }
  throw new PlatformError("forbidden", `${principal.integration} is not installed in ${kind} ${resourceId}.`);
}

interface Location {
  readonly kind: string;
  readonly id: string;
  /** JSON list of the scopes; null for all. */
  readonly consented: string | null;
}

function selectLocations({ db }: PlatformContext, { integration, ...principal }: TokenPrincipal) {
  const query = db
    .selectFrom("resource_installations as part")
    .innerJoin("installations", "installations.id", "part.installation_id")
    .select(["part.resource_kind as kind", "part.resource_id as id"])
    .select("installations.consented_scopes as consented")
    .where("installations.integration", "=", integration)
    .where("installations.deleted_at", "is", null)
    .where("installations.status", "!=", "paused")
    .where("part.deleted_at", "is", null);
  if (principal.type === "integration") return query;
  return query.where("installations.id", "=", principal.installation);
}

/** Returns the caller's active installations in resources that a resource contains. */
async function listContained(
  context: PlatformContext,
  principal: TokenPrincipal,
  kind: ResourceKind,
  resourceId: string,
): Promise<readonly Location[]> {
  const kinds = Object.entries(kindsOf(context)).flatMap(([name, { within }]) =>
    within === kind ? [name] : [],
  );
  if (kinds.length === 0) return [];
  const organizationId = await findResourceOrganization(context, context.db, { kind, id: resourceId });
  const locations = await selectLocations(context, principal)
    // A missing resource takes as many statements as another organization's: timing must not tell them apart.
    .where("installations.organization_id", "=", organizationId ?? "")
    .where("part.resource_kind", "in", kinds)
    .execute();
  const contained = await Promise.all(
    kinds.map(async (each) => {
      const ofKind = locations.filter((location) => location.kind === each);
      const ids = [...new Set(ofKind.map(({ id }) => id))];
      const found = await findResources(context, context.db, each, ids);
      const inside = new Set(found.flatMap(({ parent, id }) => (parent === resourceId ? [id] : [])));
      return ofKind.filter(({ id }) => inside.has(id));
    }),
  );
  return contained.flat();
}
