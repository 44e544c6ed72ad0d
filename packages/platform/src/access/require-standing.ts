import { getInstallation, requireNotPaused } from "../installations/installations.ts";
import { getIntegration } from "../integrations/integrations.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { PlatformError } from "../common/platform-error.ts";
import type { Principal } from "./principal.ts";

/**
 * Holds what a token says against what is true now: its installation must still be there and not be paused, and of its
 * scopes those count that the integration's manifest still names.
 *
 * @throws PlatformError `unauthorized`, or `forbidden` while the installation is paused
 */
export async function requireStanding(context: PlatformContext, principal: Principal): Promise<Principal> {
  if (principal.type === "admin") return principal;
  const { manifest } = await getIntegration(context, principal.integration).catch(refuseRemoved);
  if (principal.type === "installation") {
    const installation = await getInstallation(context, principal.installation).catch(refuseRemoved);
    if (installation.integration !== principal.integration) refuseRemoved();
    requireNotPaused(installation);
  }
  return { ...principal, scopes: principal.scopes.filter((scope) => manifest.scopes.includes(scope)) };
}

function refuseRemoved(error?: unknown): never {
  if (error !== undefined && !(error instanceof PlatformError && error.code === "not_found")) throw error;
  throw new PlatformError("unauthorized", "The bearer token is for an installation that was removed.");
}
