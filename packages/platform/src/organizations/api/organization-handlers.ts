import type { ApiKeyResource, InvitationResource, MemberResource } from "@plugboard/api/client";
import { apiKeyOperations, operations, organizationOperations } from "@plugboard/api/contract";
import { provisioningScope, type Role } from "@plugboard/api";
import { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from "../../access/api-keys.ts";
import { mayCall, refusedRole } from "../../access/may-call.ts";
import { isTokenPrincipal, type Principal } from "../../access/principal.ts";
import { PlatformError } from "../../common/platform-error.ts";
import type { PlatformContext } from "../../database/platform-context.ts";
import {
  acceptInvitation,
  createInvitation,
  type Invitation,
  listInvitations,
  revokeInvitation,
} from "../invitations.ts";
import {
  addMember,
  changeMember,
  type CheckMember,
  listMembers,
  listMembershipsOf,
  type Member,
  removeMember,
} from "../members.ts";
import {
  createOrganization,
  getOrganization,
  listOrganizations,
  updateOrganization,
} from "../organizations.ts";
import { isoTime, optionalIsoTime } from "../../common/iso-time.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { cutPage, keysetOf, showPage } from "../../operations/paginate.ts";

export const organizationFeature: Feature = defineFeature(
  organizationOperations,
  (platform, { organizationCreation = "administrator" }) => {
    const idOf = ({ id }: { readonly id: string }): string => id;
    return {
      listOrganizations: async ({ query, organizations: { allowed: organizations } }) =>
        cutPage(await listOrganizations(platform, { organizations, ...keysetOf(query) }), idOf, query),
      createOrganization: async ({ body, caller, idempotencyKey }) => {
        const isPerson = caller.type === "member" && organizationCreation === "person";
        if (caller.type !== "admin" && !isPerson)
          throw new PlatformError("forbidden", "Only the platform administrator can create organizations.");
        const owner = caller.type === "member" ? { id: caller.id, name: caller.name } : undefined;
        return await createOrganization(platform, { ...body, owner, idempotencyKey });
      },
      getOrganization: async ({ params }) => await getOrganization(platform, params.organizationId),
      updateOrganization: async ({ params: { organizationId }, body, caller }) => {
        if (body.requiresSecondFactor !== undefined) {
          requireOwner(caller, organizationId, "Only an owner can require a second factor.");
          if (body.requiresSecondFactor && caller.type === "member" && caller.hasSecondFactor !== true)
            throw new PlatformError(
              "conflict",
              "Set up your own second factor first: otherwise you would lose access.",
            );
        }
        return await updateOrganization(platform, organizationId, body);
      },
      listMembers: async ({ params: { organizationId }, query }) => {
        await getOrganization(platform, organizationId);
        return await showPage(
          cutPage(await listMembers(platform, organizationId, keysetOf(query)), idOf, query),
          toMemberResource,
        );
      },
      addMember: async ({ params: { organizationId, userId: id }, body: { role, ...person } }) =>
        toMemberResource(await addMember(platform, organizationId, { id, ...person }, role)),
      updateMember: async ({ params: { organizationId, userId }, body, caller }) => {
        if (body.suspended === true && isOneself(caller, userId))
          throw new PlatformError("conflict", "You can't suspend yourself. Leave the organization instead.");
        const check: CheckMember = async (transaction, { role }) =>
          await requireMayChange(transaction, caller, organizationId, [role, body.role ?? role]);
        return toMemberResource(await changeMember(platform, organizationId, userId, body, check));
      },
      removeMember: async ({ params: { organizationId, userId }, caller }) => {
        const check: CheckMember = async (transaction, { role }) => {
          if (!isOneself(caller, userId)) await requireMayChange(transaction, caller, organizationId, [role]);
        };
        await removeMember(platform, organizationId, userId, check);
      },
      listInvitations: async ({ params: { organizationId }, query }) => {
        await getOrganization(platform, organizationId);
        return await showPage(
          cutPage(await listInvitations(platform, organizationId, keysetOf(query)), idOf, query),
          toInvitationResource,
        );
      },
      createInvitation: async ({ params: { organizationId }, body, caller }) => {
        await getOrganization(platform, organizationId);
        requireMayGrant(caller, organizationId, [body.role]);
        const { invitation, ...created } = await createInvitation(platform, organizationId, body);
        return { ...toInvitationResource(invitation), ...created };
      },
      revokeInvitation: async ({ params: { organizationId, invitationId } }) =>
        await revokeInvitation(platform, organizationId, invitationId),
      acceptInvitation: async ({ body: { token }, caller }) => {
        if (caller.type !== "member")
          throw new PlatformError("forbidden", "Only a signed-in person can accept an invitation.");
        const { id, name } = caller;
        return await acceptInvitation(platform, token, { id, name });
      },
    };
  },
);

export const apiKeyFeature: Feature = defineFeature(apiKeyOperations, (platform) => ({
  listApiKeys: async ({ params: { organizationId }, query }) => {
    await getOrganization(platform, organizationId);
    const keys = await listApiKeys(platform, organizationId, keysetOf(query));
    return await showPage(
      cutPage(keys, ({ id }) => id, query),
      toApiKeyResource,
    );
  },
  createApiKey: async ({ params: { organizationId }, body, caller }) => {
    await getOrganization(platform, organizationId);
    if (body.role !== undefined) requireMayGrant(caller, organizationId, [body.role]);
    if (body.scopes?.includes(provisioningScope) === true)
      requireOwner(caller, organizationId, "Only an owner can let an identity provider provision members.");
    const { key, token } = await createApiKey(platform, organizationId, body);
    return { ...toApiKeyResource(key), token };
  },
  revokeApiKey: async ({ params: { organizationId, keyId } }) =>
    await revokeApiKey(platform, organizationId, keyId),
}));

function isOneself(caller: Principal, userId: string): boolean {
  return caller.type === "member" && caller.id === userId;
}

/**
 * Checks that the caller can change members with these roles. Reads the caller's own role again, because a concurrent
 * request can have changed it. @throws PlatformError `forbidden`
 */
async function requireMayChange(
  db: PlatformContext["db"],
  caller: Principal,
  organization: string,
  roles: readonly Role[],
): Promise<void> {
  const current =
    caller.type === "member"
      ? { ...caller, memberships: await listMembershipsOf({ db }, caller.id) }
      : caller;
  if (isTokenPrincipal(current) || mayCall(current, operations.updateMember, organization) !== "allowed")
    throw refusedRole();
  requireMayGrant(current, organization, roles);
}

/** Checks that only owners add, change and remove owners. @throws PlatformError `forbidden` */
function requireMayGrant(caller: Principal, organization: string, granted: readonly Role[]): void {
  if (granted.includes("owner"))
    requireOwner(caller, organization, "Only an owner can add, change or remove an owner.");
}

function requireOwner(caller: Principal, organization: string, refusal: string): void {
  if (isTokenPrincipal(caller)) return;
  if (mayCall(caller, { access: "administrator", roles: ["owner"] }, organization) === "allowed") return;
  throw new PlatformError("forbidden", refusal);
}

function toMemberResource({ createdAt, suspendedAt, ...member }: Member): MemberResource {
  return { ...member, createdAt: isoTime(createdAt), suspendedAt: optionalIsoTime(suspendedAt) };
}

function toInvitationResource({ id, email, role, createdAt, expiresAt }: Invitation): InvitationResource {
  return { id, email, role, createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt) };
}

function toApiKeyResource({ organizationId: _organization, ...key }: ApiKey): ApiKeyResource {
  const { createdAt, expiresAt, lastUsedAt } = key;
  return {
    ...key,
    createdAt: isoTime(createdAt),
    expiresAt: optionalIsoTime(expiresAt),
    lastUsedAt: optionalIsoTime(lastUsedAt),
  };
}
