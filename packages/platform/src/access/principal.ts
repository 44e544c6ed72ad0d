import type { Role, ScopeName } from "@plugboard/api";
import type { PortalTheme } from "@plugboard/api/client";
import { type InstallationRecord, requireNotPaused } from "../installations/installations.ts";
import type { Membership } from "../organizations/members.ts";
import { PlatformError } from "../common/platform-error.ts";
import type { EmbeddedPart } from "./embedded-part.ts";

/** The token of an integration for all its installations, or for one of them. */
export type TokenPrincipal =
  | { readonly type: "integration"; readonly integration: string; readonly scopes: readonly ScopeName[] }
  | {
      readonly type: "installation";
      readonly integration: string;
      readonly installation: string;
      readonly scopes: readonly ScopeName[];
    };

/** A user of another product who manages one organization's webhook endpoints and their deliveries. */
export interface PortalPrincipal {
  readonly type: "portal";
  /** The session's id. */
  readonly id: string;
  readonly organization: string;
  readonly readOnly: boolean;
  /** The only event types and wildcards that the session can access. Defaults to all. */
  readonly eventTypes?: readonly string[] | undefined;
  readonly theme: PortalTheme;
  /** Unix time in milliseconds. */
  readonly expiresAt: number;
}

/** The consumer of a polling endpoint, authenticated with the endpoint's token. */
export interface ConsumerPrincipal {
  readonly type: "consumer";
  /** The endpoint's id. */
  readonly id: string;
  readonly installation: string;
  readonly organization: string;
}

/** An AI agent that a person connected to an organization. */
export interface ConnectedAgent {
  /** The OAuth client ID. */
  readonly clientId: string;
  /** The scopes that the person consented to. The person's role limits them further. */
  readonly scopes: readonly ScopeName[];
}

/** A person. */
export interface MemberPrincipal {
  readonly type: "member";
  readonly id: string;
  readonly name: string;
  readonly memberships: readonly Membership[];
  /** Whether the person signs in with more than a password. Defaults to false. */
  readonly hasSecondFactor?: boolean | undefined;
  /** The agent that calls for the person. Limits the call to the agent's scopes. */
  readonly agent?: ConnectedAgent | undefined;
  /** The part of the console that another site embeds for the person. Limits the call to its operations. */
  readonly embedded?: EmbeddedPart | undefined;
}

/**
 * The platform's administrator, a signed-in person, an API key (with a role or a list of scopes), a portal
 * session, or a consumer.
 */
export type PersonPrincipal =
  | { readonly type: "admin" }
  | PortalPrincipal
  | ConsumerPrincipal
  | MemberPrincipal
  | {
      readonly type: "key";
      readonly id: string;
      readonly organization: string;
      readonly role?: Role | undefined;
      readonly scopes?: readonly ScopeName[] | undefined;
    };

/** The caller of a request. */
export type Principal = PersonPrincipal | TokenPrincipal;

/** Returns the organizations that a person, key or portal session can access. `undefined` if unrestricted. */
export function organizationsOf(principal: Principal): readonly string[] | undefined {
  if (principal.type === "member")
    return principal.memberships
      .map(({ organization }) => organization)
      .filter((organization) => !lacksSecondFactor(principal, organization));
  return "organization" in principal ? [principal.organization] : undefined;
}

/** Returns whether a member lacks the second factor that an organization requires. */
export function lacksSecondFactor(principal: Principal, organization: string): boolean {
  if (principal.type !== "member" || principal.hasSecondFactor === true) return false;
  const membership = principal.memberships.find((each) => each.organization === organization);
  return membership?.requiresSecondFactor === true;
}

/**
 * Returns whether the caller uses an integration's token.
 *
 * @example
 * import { isTokenPrincipal } from "@plugboard/platform/product";
 *
 * console.log(isTokenPrincipal({ type: "admin" })); // false
 */
export function isTokenPrincipal(principal: Principal): principal is TokenPrincipal {
  return principal.type === "integration" || principal.type === "installation";
}

/** @throws PlatformError `forbidden` for an integration's token */
export function refuseToken(principal: Principal): void {
  if (!isTokenPrincipal(principal)) return;
  throw new PlatformError("forbidden", "Only an administrator can do this.");
}

/**
 * Allows people, whose role was checked earlier, and tokens that reach the installation, unless it is paused.
 *
 * @throws PlatformError `not_found` if the token does not reach it, `forbidden` if it is paused
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

/** @throws PlatformError `forbidden`, naming the missing scope */
export function requireScope(principal: TokenPrincipal, scope: ScopeName): void {
  if (principal.scopes.includes(scope)) return;
  throw new PlatformError(
    "forbidden",
    `Integration ${principal.integration} lacks the scope ${scope}. Add it to the manifest and publish again.`,
  );
}

/** @throws PlatformError `forbidden` for the token of another integration */
export function requireIntegration(principal: Principal, integration: string): void {
  if (!isTokenPrincipal(principal) || principal.integration === integration) return;
  throw new PlatformError("forbidden", `This token can't access integration ${integration}.`);
}
