import * as z from "zod";
import { type Role, roles } from "../vocabulary/role.ts";
import { everyMember, managers, noMember } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";

/** An organization: it owns spaces, sites and integrations, and integrations are installed in it. */
export interface OrganizationResource {
  readonly id: string;
  readonly title: string;
  /** The first part of its host name. */
  readonly subdomain: string;
  /** Whether its members are let in with a second factor only; no when absent. */
  readonly requiresSecondFactor?: boolean | undefined;
}

/** What an organization is made from. */
export interface OrganizationCreation {
  /** At most 200 characters. */
  readonly title: string;
  /** Small letters, digits and hyphens, at most 63; unique on the platform. */
  readonly subdomain: string;
}

/** Changes to an organization. What is left out stays as it is. */
export interface OrganizationUpdate {
  readonly title?: string | undefined;
  readonly subdomain?: string | undefined;
  /** Lets members in with a second factor only; API keys have none and go on. An owner's to say, who has one. */
  readonly requiresSecondFactor?: boolean | undefined;
}

/** A person in an organization. */
export interface MemberResource {
  /** Identifier of the person, as the sign-in has it. */
  readonly id: string;
  readonly name: string;
  readonly email?: string | undefined;
  readonly role: Role;
  /** ISO 8601 time. */
  readonly createdAt: string;
}

/** Who becomes a member. */
export interface MemberCreation {
  /** At most 200 characters. */
  readonly name: string;
  readonly email?: string | undefined;
  readonly role: Role;
}

/** Changes to a member. */
export interface MemberUpdate {
  readonly role: Role;
}

/** An invitation that was not accepted yet. */
export interface InvitationResource {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time. */
  readonly expiresAt: string;
}

/** Whom to invite. */
export interface InvitationCreation {
  readonly email: string;
  readonly role: Role;
  /** How long it can be accepted, in seconds; a week when left out, at most 30 days. */
  readonly expiresInSeconds?: number | undefined;
}

/** An invitation with its token, which is shown only here. Whoever has it can accept the invitation once. */
export interface CreatedInvitation extends InvitationResource {
  readonly token: string;
}

/** The acceptance of an invitation. */
export interface InvitationAcceptance {
  readonly token: string;
}

/** What somebody became by accepting an invitation. */
export interface MembershipResource {
  /** Identifier of the organization. */
  readonly organization: string;
  readonly role: Role;
}

const maxInvitationSeconds = 30 * 24 * 3600;

const title = z.string().trim().min(1, "must not be empty").max(limits.identifierLength);
const subdomain = z
  .string()
  .max(63)
  .regex(
    /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/,
    "must be small letters, digits and hyphens, without a hyphen at either end",
  );
const email = z.email().max(limits.identifierLength);
const role = z.enum(roles);
const time = z.iso.datetime();

const organizationSchema: z.ZodType<OrganizationResource> = z.object({
  id: z.string(),
  title: z.string(),
  subdomain: z.string(),
  requiresSecondFactor: z.boolean().optional(),
});

const creationSchema: z.ZodType<OrganizationCreation, OrganizationCreation> = z.object({ title, subdomain });

const updateSchema: z.ZodType<OrganizationUpdate, OrganizationUpdate> = z.object({
  title: title.optional(),
  subdomain: subdomain.optional(),
  requiresSecondFactor: z.boolean().optional(),
});

const memberSchema: z.ZodType<MemberResource> = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().optional(),
  role,
  createdAt: time,
});

const memberCreationSchema: z.ZodType<MemberCreation, MemberCreation> = z.object({
  name: title,
  email: email.optional(),
  role,
});

const memberUpdateSchema: z.ZodType<MemberUpdate, MemberUpdate> = z.object({ role });

const invitationFields = { id: z.string(), email: z.string(), role, createdAt: time, expiresAt: time };

const invitationSchema: z.ZodType<InvitationResource> = z.object(invitationFields);

const createdInvitationSchema: z.ZodType<CreatedInvitation> = z.object({
  ...invitationFields,
  token: z.string(),
});

const invitationCreationSchema: z.ZodType<InvitationCreation, InvitationCreation> = z.object({
  email,
  role,
  expiresInSeconds: z.int().min(60).max(maxInvitationSeconds).optional(),
});

const acceptanceSchema: z.ZodType<InvitationAcceptance, InvitationAcceptance> = z.object({
  token: z.string().min(1).max(limits.identifierLength),
});

const membershipSchema: z.ZodType<MembershipResource> = z.object({ organization: z.string(), role });

const organization = { id: "org_1", title: "Acme", subdomain: "acme" };
const member: MemberResource = {
  id: "usr_1",
  name: "Ada",
  email: "ada@acme.example",
  role: "editor",
  createdAt: "2026-01-15T09:30:00.000Z",
};
const toAdmin: MemberUpdate = { role: "admin" };
const invitation: InvitationResource = {
  id: "inv_1",
  email: "grace@acme.example",
  role: "developer",
  createdAt: "2026-01-15T09:30:00.000Z",
  expiresAt: "2026-01-22T09:30:00.000Z",
};

/** Schemas of this file that the OpenAPI document names. */
export const organizationSchemas = {
  Organization: organizationSchema,
  OrganizationCreation: creationSchema,
  OrganizationUpdate: updateSchema,
  Member: memberSchema,
  MemberCreation: memberCreationSchema,
  MemberUpdate: memberUpdateSchema,
  Invitation: invitationSchema,
  CreatedInvitation: createdInvitationSchema,
  InvitationCreation: invitationCreationSchema,
  InvitationAcceptance: acceptanceSchema,
  Membership: membershipSchema,
};

/** Organizations, their members, and who is invited to become one. */
export const organizationOperations = defineOperations({
  listOrganizations: operation({
    method: "GET",
    path: "/organizations",
    tag: "Organizations",
    summary: "List the organizations that the caller is in",
    access: "administrator",
    roles: everyMember,
    withoutEntry: true,
    query: pageQuerySchema,
    response: pageOf(organizationSchema),
    example: { response: { items: [organization] } },
  }),
  createOrganization: operation({
    method: "POST",
    path: "/organizations",
    reach: "all",
    tag: "Organizations",
    summary: "Create an organization; a person who does becomes its owner",
    access: "person",
    roles: noMember,
    withoutEntry: true,
    body: creationSchema,
    status: 201,
    response: organizationSchema,
    idempotent: true,
    errors: ["conflict"],
    example: { body: { title: "Acme", subdomain: "acme" }, response: organization },
  }),
  getOrganization: operation({
    method: "GET",
    path: "/organizations/{organizationId}",
    tag: "Organizations",
    summary: "Read an organization",
    access: "administrator",
    roles: everyMember,
    withoutEntry: true,
    response: organizationSchema,
    example: { response: organization },
  }),
  updateOrganization: operation({
    method: "PATCH",
    path: "/organizations/{organizationId}",
    reach: "all",
    tag: "Organizations",
    summary: "Rename an organization, or require a second factor of its members",
    access: "administrator",
    roles: managers,
    body: updateSchema,
    response: organizationSchema,
    errors: ["conflict"],
    example: {
      body: { title: "Acme Corporation" },
      response: { ...organization, title: "Acme Corporation" },
    },
  }),
  listMembers: operation({
    method: "GET",
    path: "/organizations/{organizationId}/members",
    tag: "Organizations",
    summary: "List the members of an organization",
    access: "administrator",
    roles: everyMember,
    query: pageQuerySchema,
    response: pageOf(memberSchema),
    example: { response: { items: [member] } },
  }),
  addMember: operation({
    method: "PUT",
    path: "/organizations/{organizationId}/members/{userId}",
    tag: "Organizations",
    summary: "Make a person a member without an invitation",
    access: "administrator",
    roles: noMember,
    body: memberCreationSchema,
    status: 201,
    response: memberSchema,
    errors: ["conflict"],
    example: { body: { name: "Ada", email: "ada@acme.example", role: "editor" }, response: member },
  }),
  updateMember: operation({
    method: "PATCH",
    path: "/organizations/{organizationId}/members/{userId}",
    tag: "Organizations",
    summary: "Give a member another role; only owners make or change owners",
    access: "administrator",
    roles: managers,
    body: memberUpdateSchema,
    response: memberSchema,
    errors: ["conflict"],
    example: { body: toAdmin, response: { ...member, ...toAdmin } },
  }),
  removeMember: operation({
    method: "DELETE",
    path: "/organizations/{organizationId}/members/{userId}",
    tag: "Organizations",
    summary: "Remove a member; everybody may remove themselves, but the last owner stays",
    access: "administrator",
    roles: everyMember,
    errors: ["conflict"],
    example: {},
  }),
  listInvitations: operation({
    method: "GET",
    path: "/organizations/{organizationId}/invitations",
    tag: "Organizations",
    summary: "List the invitations to an organization that can still be accepted",
    access: "administrator",
    roles: managers,
    query: pageQuerySchema,
    response: pageOf(invitationSchema),
    example: { response: { items: [invitation] } },
  }),
  createInvitation: operation({
    method: "POST",
    path: "/organizations/{organizationId}/invitations",
    tag: "Organizations",
    summary: "Invite a person; the token in the response is shown only here",
    access: "administrator",
    roles: managers,
    body: invitationCreationSchema,
    status: 201,
    response: createdInvitationSchema,
    example: {
      body: { email: "grace@acme.example", role: "developer" },
      response: { ...invitation, token: "pbi_0f9sJ2kQ" },
    },
  }),
  revokeInvitation: operation({
    method: "DELETE",
    path: "/organizations/{organizationId}/invitations/{invitationId}",
    tag: "Organizations",
    summary: "Withdraw an invitation",
    access: "administrator",
    roles: managers,
    example: {},
  }),
  acceptInvitation: operation({
    method: "POST",
    path: "/invitations/accept",
    reach: "all",
    tag: "Organizations",
    summary: "Accept an invitation; it works once",
    access: "person",
    roles: everyMember,
    body: acceptanceSchema,
    response: membershipSchema,
    errors: ["not_found", "conflict"],
    example: { body: { token: "pbi_0f9sJ2kQ" }, response: { organization: "org_1", role: "developer" } },
  }),
});
