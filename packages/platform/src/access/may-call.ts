import type { AnyOperation } from "@plugboard/api/contract";
import { enterOrganization } from "@plugboard/api/routes";
import { PlatformError } from "../common/platform-error.ts";
import { lacksSecondFactor, organizationsOf, type PersonPrincipal } from "./principal.ts";

/** What a decision about a caller needs to know of an operation. */
export type CalledOperation = Pick<AnyOperation, "access" | "roles" | "portal">;

/**
 * Whether a caller may call an operation about what an organization has: `allowed`; `forbidden` where it is in the
 * organization but not in a role for this; `hidden` where it is not, and must not learn that anything is there.
 */
export type Decision = "allowed" | "forbidden" | "hidden";

/**
 * Decides whether a person or an API key may call an operation in an organization.
 *
 * @example
 * import { getSpace } from "@plugboard/api/routes";
 * import { operations } from "@plugboard/api/contract";
 * import { mayCall } from "@plugboard/platform";
 *
 * const key = { type: "key", id: "key_1", organization: "org_1", role: "reader" } as const;
 * console.log(mayCall(key, operations[getSpace.id], "org_1")); // "allowed"
 * console.log(mayCall(key, operations[getSpace.id], "org_2")); // "hidden"
 */
export function mayCall(
  principal: PersonPrincipal,
  { access, roles, portal }: CalledOperation,
  organization: string,
): Decision {
  if (principal.type === "admin") return "allowed";
  // What it may call is about its endpoint, and not about its organization.
  if (principal.type === "consumer") return "hidden";
  if (principal.type === "portal") {
    if (principal.organization !== organization) return "hidden";
    return portal === "read" || (portal === "change" && !principal.readOnly) ? "allowed" : "forbidden";
  }
  if (principal.type === "key" && principal.organization !== organization) return "hidden";
  if (principal.type === "key" && principal.role === undefined) {
    const { scopes = [] } = principal;
    return typeof access === "object" && scopes.includes(access.scope) ? "allowed" : "forbidden";
  }
  const role =
    principal.type === "key"
      ? principal.role
      : principal.memberships.find((membership) => membership.organization === organization)?.role;
  if (role === undefined) return "hidden";
  if (lacksSecondFactor(principal, organization)) return "forbidden";
  return roles.includes(role) ? "allowed" : "forbidden";
}

/** The organizations that a caller is in, by whether it may call an operation there. */
export interface OrganizationScope {
  /** Identifiers; `undefined` for every organization. */
  readonly allowed: readonly string[] | undefined;
  readonly forbidden: readonly string[];
  /** Of the platform's administrator: the forbidden ones are those to enter first. */
  readonly needsEntry?: true | undefined;
  /** Of a person: the forbidden ones that require a second factor first. */
  readonly needsSecondFactor?: readonly string[] | undefined;
}

/** Where a person or an API key may call an operation. */
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

/** Whether the caller is in an organization, in whatever role. */
export function isIn({ allowed, forbidden }: OrganizationScope, organization: string): boolean {
  return allowed === undefined || allowed.includes(organization) || forbidden.includes(organization);
}

/**
 * Refuses what belongs to an organization in which the caller may not call this operation.
 *
 * @throws PlatformError `not_found` where the caller is not in it at all, `forbidden` where it is in no role for this,
 * `entry_required` where the platform's administrator has not entered it, `second_factor_required`
 */
export function requireOrganization(
  { allowed, forbidden, needsEntry, needsSecondFactor = [] }: OrganizationScope,
  organization: string,
  what: string = `organization ${organization}`,
): void {
  if (allowed === undefined || allowed.includes(organization)) return;
  if (!forbidden.includes(organization)) throw new PlatformError("not_found", `There is no ${what}.`);
  if (needsSecondFactor.includes(organization)) throw secondFactorRequired();
  throw needsEntry === true ? entryRequired(organization) : refusedRole();
}

/** That the platform's administrator has not entered an organization. */
export function entryRequired(organization: string): PlatformError {
  const how = `Enter it with a reason, which its audit log shows: POST ${enterOrganization.path.replace("{organizationId}", organization)}.`;
  return new PlatformError("entry_required", `Organization ${organization} has members. ${how}`);
}

/** That an organization does not let somebody in without a second factor. */
export function secondFactorRequired(): PlatformError {
  return new PlatformError(
    "second_factor_required",
    "The organization lets its members in with a second factor only. Set one up in your account.",
  );
}

/** That a role is not one for the operation. */
export function refusedRole(): PlatformError {
  return new PlatformError("forbidden", "Your role in the organization does not allow this.");
}
