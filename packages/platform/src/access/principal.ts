import type { Scope } from "@plugboard/api";
import { type InstallationRecord, requireNotPaused } from "../installations/installations.ts";
import { PlatformError } from "../common/platform-error.ts";

/** Who makes a request: an administrator, an integration over all its installations, or one installation. */
export type Principal =
  | { readonly type: "admin" }
  | { readonly type: "integration"; readonly integration: string; readonly scopes: readonly Scope[] }
  | {
      readonly type: "installation";
      readonly integration: string;
      readonly installation: string;
      readonly scopes: readonly Scope[];
    };

/** @throws PlatformError `forbidden` unless the caller is an administrator. */
export function requireAdmin(principal: Principal): void {
  if (principal.type === "admin") return;
  throw new PlatformError("forbidden", "Only an administrator may do this.");
}

/**
 * Lets an administrator through, and a token that reaches the installation, unless it is paused.
 *
 * @throws PlatformError `forbidden`
 */
export function requireInstallation(
  principal: Principal,
  installation: Pick<InstallationRecord, "id" | "integration" | "status">,
): void {
  if (principal.type === "admin") return;
  const ofIntegration = principal.integration === installation.integration;
  if (ofIntegration && (principal.type === "integration" || principal.installation === installation.id))
    return requireNotPaused(installation);
  throw new PlatformError("forbidden", `This token does not reach installation ${installation.id}.`);
}

/** @throws PlatformError `forbidden` naming the scope that the caller's manifest lacks. */
export function requireScope(principal: Principal, scope: Scope): void {
  if (principal.type === "admin" || principal.scopes.includes(scope)) return;
  throw new PlatformError(
    "forbidden",
    `Integration ${principal.integration} lacks the scope ${scope}. Add it to the manifest and publish again.`,
  );
}

/** @throws PlatformError `forbidden` unless the caller is of this integration. */
export function requireIntegration(principal: Principal, integration: string): void {
  if (principal.type === "admin" || principal.integration === integration) return;
  throw new PlatformError("forbidden", `This token does not reach integration ${integration}.`);
}
