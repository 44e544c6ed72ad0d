import { authenticateApiKey, isApiKey } from "./api-keys.ts";
import { authenticateConsumer, isPollToken } from "./poll-tokens.ts";
import { isPortalToken, type PortalSessions } from "./portal-sessions.ts";
import type { TokenAuthority } from "./token-authority.ts";
import type { ResourceKind } from "../database/tables.ts";
import { getInstallation, requireNotPaused } from "../installations/installations.ts";
import { getInstalled, getIntegration } from "../integrations/integrations.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { grantedScopes } from "../installations/consent.ts";
import { readStrings } from "../common/json.ts";
import { PlatformError } from "../common/platform-error.ts";
import { isTokenPrincipal, type Principal, requireScope, type TokenPrincipal } from "./principal.ts";
import type { ScopeName } from "@plugboard/api";

/**
 * Returns the caller who sent an API key or the bearer token of an integration, portal session or polling
 * endpoint.
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
  context: PlatformContext & { readonly tokens: TokenAuthority; readonly portalSessions: PortalSessions },
  token: string,
): Promise<Principal> {
  if (isPortalToken(token)) return await context.portalSessions.open(token);
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
 * installation in the space or site. Access to a site includes its space.
 *
 * @throws PlatformError `forbidden`
 */
export async function requireResource(
  { db }: PlatformContext,
  principal: Principal,
  scope: ScopeName,
  kind: ResourceKind,
  resourceId: string,
): Promise<void> {
  if (!isTokenPrincipal(principal)) return;
  requireScope(principal, scope);
  let query = db
    .selectFrom("resource_installations as part")
    .innerJoin("installations", "installations.id", "part.installation_id")
    .leftJoin("sites", (join) =>
      join.onRef("sites.id", "=", "part.resource_id").on("part.resource_kind", "=", "site"),
    )
    .select("installations.consented_scopes")
    .where("installations.integration", "=", principal.integration)
    .where("installations.deleted_at", "is", null)
    .where("installations.status", "!=", "paused")
    .where("part.deleted_at", "is", null)
    .where((where) =>
      where.or([
        where.and([where("part.resource_kind", "=", kind), where("part.resource_id", "=", resourceId)]),
        ...(kind === "space" ? [where("sites.space_id", "=", resourceId)] : []),
      ]),
    );
  if (principal.type === "installation") query = query.where("installations.id", "=", principal.installation);
  const locations = await query.execute();
  const isGranted = ({
    consented_scopes: consented,
  }: {
    readonly consented_scopes: string | null;
  }): boolean => consented === null || readStrings(consented).includes(scope);
  if (locations.some(isGranted)) return;
  if (locations.length > 0) {
    const message = `No installation of ${principal.integration} in ${kind} ${resourceId} has the scope ${scope}.`;
    throw new PlatformError("forbidden", `${message} An administrator must consent to it.`);
  }
  throw new PlatformError("forbidden", `${principal.integration} is not installed in ${kind} ${resourceId}.`);
}
