import type { ScopeName } from "@plugboard/api";
import type { AnyOperation } from "@plugboard/api/contract";
import { requestSupportAccess } from "@plugboard/api/routes";
import { PlatformError } from "../common/platform-error.ts";
import { lacksSecondFactor, organizationsOf, type PersonPrincipal } from "./principal.ts";

/** The parts of an operation that decide who can call it. */
export type CalledOperation = Pick<AnyOperation, "access" | "keyScope" | "roles" | "portal">;

/**
 * Whether a caller can call an operation on an organization's resources: `forbidden` if it is in the
 * organization but lacks the role, `hidden` if it is not in the organization and must not learn that the
 * resource exists.
 */
export type Decision = "allowed" | "forbidden" | "hidden";

/**
 * Decides whether a person or an API key can call an operation in an organization.
 *
 * @example
 * import { operations } from "@plugboard/api/contract";
 * import { mayCall } from "@plugboard/platform";
 *
 * const key = { type: "key", id: "key_1", organization: "org_1", role: "reader" } as const;
 * console.log(mayCall(key, operations.getInstallation, "org_1")); // "allowed"
 * console.log(mayCall(key, operations.getInstallation, "org_2")); // "hidden"
 */
export function mayCall(
  principal: PersonPrincipal,
  { access, keyScope, roles, portal }: CalledOperation,
  organization: string,
): Decision {
  if (principal.type === "admin") return "allowed";
  // A consumer can access its endpoint, not its organization.
  if (principal.type === "consumer") return "hidden";
  if (principal.type === "portal") {
    if (principal.organization !== organization) return "hidden";
    return portal === "read" || (portal === "change" && !principal.readOnly) ? "allowed" : "forbidden";
  }
  if (principal.type === "key" && principal.organization !== organization) return "hidden";
  const neededScope = keyScope ?? (typeof access === "object" ? access.scope : undefined);
  const hasScope = (scopes: readonly ScopeName[]): boolean =>
    neededScope !== undefined && scopes.includes(neededScope);
  if (principal.type === "key" && principal.role === undefined)
    return hasScope(principal.scopes ?? []) ? "allowed" : "forbidden";
  const role =
    principal.type === "key"
      ? principal.role
      : principal.memberships.find((membership) => membership.organization === organization)?.role;
  if (role === undefined) return "hidden";
  // An embed token only calls the API, which checks its part first.
  if (principal.type === "member" && principal.embedded !== undefined) return "forbidden";
  if (lacksSecondFactor(principal, organization)) return "forbidden";
  if (principal.type === "member" && principal.agent !== undefined && !hasScope(principal.agent.scopes))
    return "forbidden";
  return roles.includes(role) ? "allowed" : "forbidden";
}

/** The organizations of a caller, by whether it can call an operation there. */
export interface OrganizationScope {
  /** Organization ids. `undefined` for all organizations. */
  readonly allowed: readonly string[] | undefined;
  readonly forbidden: readonly string[];
  /** For the platform's administrator: the forbidden organizations require support access first. */
  readonly needsSupportAccess?: true | undefined;
  /** For a person: the forbidden organizations that require a second factor. */
  readonly needsSecondFactor?: readonly string[] | undefined;
}

/** Returns the organizations where a person or an API key can call an operation. */
export function organizationScope(principal: PersonPrincipal, operation: CalledOperation): OrganizationScope {
  if (principal.type === "admin") return { allowed: undefined, forbidden: [] };
  const own =
    principal.type === "member"
      ? principal.memberships.map(({ organization }) => organization)
      : (organizationsOf(principal) ?? []);
  const byDecision = Map.groupBy(own, (organization) => mayCall(principal, operation, organization));
  const forbidden = byDecision.get("forbidden") ?? [];
  const needsSecondFactor = forbidden.filter((organization) => lacksSecondFactor(principal, organization));
  return { allowed: byDecision.get("allowed") ?? [], forbidden, needsSecondFactor };
}

/** Returns whether the caller is in an organization, in any role. */
export function isIn({ allowed, forbidden }: OrganizationScope, organization: string): boolean {
  return allowed === undefined || allowed.includes(organization) || forbidden.includes(organization);
}

/**
 * Checks that the caller can call this operation in an organization.
 *
 * @throws PlatformError `not_found` if the caller is not in the organization, `forbidden` if it lacks the
 * role, `support_access_required` if the platform administrator has no support access, `second_factor_required`
 *
 * @example
 * import { type OrganizationScope } from "@plugboard/platform";
 * import { requireOrganization } from "@plugboard/platform/product";
 *
 * declare const scope: OrganizationScope;
 * requireOrganization(scope, "org_1");
 */
export function requireOrganization(
  { allowed, forbidden, needsSupportAccess, needsSecondFactor = [] }: OrganizationScope,
  organization: string,
  what: string = `organization ${organization}`,
): void {
  if (allowed === undefined || allowed.includes(organization)) return;
  if (!forbidden.includes(organization)) throw new PlatformError("not_found", `There is no ${what}.`);
  if (needsSecondFactor.includes(organization)) throw secondFactorRequired();
  throw needsSupportAccess === true ? supportAccessRequired(organization) : refusedRole();
}

/** Returns the error for an organization that the platform administrator has no support access to. */
export function supportAccessRequired(organization: string): PlatformError {
  const how = `Request support access with a reason, which is recorded in its audit log: POST ${requestSupportAccess.path.replace("{organizationId}", organization)}.`;
  return new PlatformError("support_access_required", `Organization ${organization} has members. ${how}`);
}

/** Returns the error for an organization that requires a second factor. */
export function secondFactorRequired(): PlatformError {
  return new PlatformError(
    "second_factor_required",
    "This organization requires a second factor. Set one up in your account.",
  );
}

export function refusedRole(): PlatformError {
  return new PlatformError("forbidden", "Your role in the organization does not allow this.");
}
