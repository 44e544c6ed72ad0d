import type { Role, Scope } from "@plugboard/api";
import type { PortalTheme } from "@plugboard/api/client";
import { type InstallationRecord, requireNotPaused } from "../installations/installations.ts";
import type { Membership } from "../organizations/members.ts";
import { PlatformError } from "../common/platform-error.ts";

/** The token of an integration over all its installations, or of one installation. */
export type TokenPrincipal =
  | { readonly type: "integration"; readonly integration: string; readonly scopes: readonly Scope[] }
  | {
      readonly type: "installation";
      readonly integration: string;
      readonly installation: string;
      readonly scopes: readonly Scope[];
    };

/** Somebody in another product who looks after the webhooks of one organization: its endpoints and their deliveries, no more. */
export interface PortalPrincipal {
  readonly type: "portal";
  /** Of the session. */
  readonly id: string;
  readonly organization: string;
  readonly readOnly: boolean;
  readonly theme: PortalTheme;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The consumer of a polling endpoint, with the endpoint's own token. */
export interface ConsumerPrincipal {
  readonly type: "consumer";
  /** Of the endpoint. */
  readonly id: string;
  readonly installation: string;
  readonly organization: string;
}

/**
 * The platform's own administrator, a person who is signed in, an API key, which has a role or a list of scopes, a session of
 * the portal, or a consumer.
 */
export type PersonPrincipal =
  | { readonly type: "admin" }
  | PortalPrincipal
  | ConsumerPrincipal
  | {
      readonly type: "member";
      readonly id: string;
      readonly name: string;
      readonly memberships: readonly Membership[];
      /** Whether more than a password is asked for when they sign in. Default: no. */
      readonly hasSecondFactor?: boolean | undefined;
    }
  | {
      readonly type: "key";
      readonly id: string;
      readonly organization: string;
      readonly role?: Role | undefined;
      readonly scopes?: readonly Scope[] | undefined;
    };

/** Who makes a request. */
export type Principal = PersonPrincipal | TokenPrincipal;

/** The organizations a person, a key or the portal is let into; `undefined` where there is no such bound. */
export function organizationsOf(principal: Principal): readonly string[] | undefined {
  if (principal.type === "member")
    return principal.memberships
      .map(({ organization }) => organization)
      .filter((organization) => !lacksSecondFactor(principal, organization));
  return "organization" in principal ? [principal.organization] : undefined;
}

/** Whether somebody is in an organization, which does not let them in without a second factor. */
export function lacksSecondFactor(principal: Principal, organization: string): boolean {
  if (principal.type !== "member" || principal.hasSecondFactor === true) return false;
  const membership = principal.memberships.find((each) => each.organization === organization);
  return membership?.requiresSecondFactor === true;
}

/** Whether a token of an integration makes the request. */
export function isTokenPrincipal(principal: Principal): principal is TokenPrincipal {
  return principal.type === "integration" || principal.type === "installation";
}

/** @throws PlatformError `forbidden` for a token of an integration. */
export function refuseToken(principal: Principal): void {
  if (!isTokenPrincipal(principal)) return;
  throw new PlatformError("forbidden", "Only an administrator may do this.");
}

/**
 * Lets people through, whose role was checked before, and a token that reaches the installation, unless it is paused.
 *
 * @throws PlatformError `not_found` as if it were not there, or `forbidden` while it is paused
 */
export function requireInstallation(
  principal: Principal,
  installation: Pick<InstallationRecord, "id" | "integration" | "status">,
): void {
  if (!isTokenPrincipal(principal)) return;
  const ofIntegration = principal.integration === installation.integration;
  if (ofIntegration && (principal.type === "integration" || principal.installation === installation.id))
    return requireNotPaused(installation);
  throw new PlatformError("not_found", `There is no installation ${installation.id}.`);
}

/** @throws PlatformError `forbidden` naming the scope that the caller's manifest lacks. */
export function requireScope(principal: TokenPrincipal, scope: Scope): void {
  if (principal.scopes.includes(scope)) return;
  throw new PlatformError(
    "forbidden",
    `Integration ${principal.integration} lacks the scope ${scope}. Add it to the manifest and publish again.`,
  );
}

/** @throws PlatformError `forbidden` unless the caller is of this integration, or a person. */
export function requireIntegration(principal: Principal, integration: string): void {
  if (!isTokenPrincipal(principal) || principal.integration === integration) return;
  throw new PlatformError("forbidden", `This token does not reach integration ${integration}.`);
}
