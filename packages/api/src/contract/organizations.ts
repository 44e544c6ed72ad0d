import * as z from "zod";
import { atMost } from "./at-most.ts";
import { roles } from "../vocabulary/role.ts";
import { everyMember, managers, noMember } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";
import type { MemberResource, MemberUpdate, InvitationResource } from "./types.ts";
import { shape } from "./shape.ts";

const maxInvitationSeconds = 30 * 24 * 3600;

const title = z.string().trim().min(1, "must not be empty").max(limits.identifierLength);
const subdomain = z
  .string()
  .max(63)
  .regex(
    /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/,
    "must be lowercase letters, digits and hyphens, without a hyphen at either end",
  );
const email = z.email().max(limits.identifierLength);
const role = z.enum(roles);
const time = z.iso.datetime();

const organizationSchema = shape(
  "OrganizationResource",
  "An organization: it owns spaces, sites and integrations, and installs integrations.",
  z.object({
    id: z.string(),
    title: z.string(),
    subdomain: z.string().describe("The first label of its hostname."),
    requiresSecondFactor: z
      .boolean()
      .optional()
      .describe("Whether members need a second factor. Defaults to `false`."),
  }),
);

const creationSchema = shape(
  "OrganizationCreation",
  "A new organization.",
  z.object({
    title: title.describe(atMost(limits.identifierLength, "characters")),
    subdomain: subdomain.describe(
      "Lower-case letters, digits and hyphens, at most 63 characters; unique on the platform.",
    ),
  }),
);

const updateSchema = shape(
  "OrganizationUpdate",
  "Changes to an organization. Omitted fields keep their values.",
  z.object({
    title: title.optional(),
    subdomain: subdomain.optional(),
    requiresSecondFactor: z
      .boolean()
      .optional()
      .describe(
        "Requires members to use a second factor; API keys keep working. Only an owner with a second factor can set it.",
      ),
  }),
);

const memberSchema = shape(
  "MemberResource",
  "A member of an organization.",
  z.object({
    id: z.string().describe("The person's id, as the identity provider names it."),
    name: z.string(),
    email: z.string().optional(),
    role,
    createdAt: time,
    suspendedAt: time
      .optional()
      .describe("When the member's access was suspended. `undefined` for members with access."),
    provisioned: z
      .object({
        active: z.boolean().describe("`false` if the identity provider suspended the member."),
        setsRole: z.boolean().describe("Whether the identity provider sets the role."),
      })
      .optional()
      .describe("Set for members that the organization's identity provider manages by SCIM."),
  }),
);

const memberCreationSchema = shape(
  "MemberCreation",
  "A new member.",
  z.object({
    name: title.describe(atMost(limits.identifierLength, "characters")),
    email: email.optional(),
    role,
  }),
);

const memberUpdateSchema = shape(
  "MemberUpdate",
  "Changes to a member. Omitted fields keep their values.",
  z.object({
    role: role.optional(),
    suspended: z
      .boolean()
      .optional()
      .describe(
        "Suspends the member's access, and that of their agents, until it is `false` again. Their role and drafts are kept. API keys keep working.",
      ),
  }),
);

const invitationFields = { id: z.string(), email: z.string(), role, createdAt: time, expiresAt: time };

const invitationSchema = shape(
  "InvitationResource",
  "An invitation that wasn't accepted yet. It may have expired.",
  z.object(invitationFields),
);

const createdInvitationSchema = shape(
  "CreatedInvitation",
  "A new invitation with its token, which is shown only once. Anyone with the token can accept the invitation once.",
  z.object({
    ...invitationFields,
    token: z.string(),
    isResent: z
      .boolean()
      .describe("Whether it replaces an earlier invitation of the address, whose link no longer works."),
  }),
);

const invitationCreationSchema = shape(
  "InvitationCreation",
  "A new invitation.",
  z.object({
    email,
    role,
    expiresInSeconds: z
      .int()
      .min(60)
      .max(maxInvitationSeconds)
      .optional()
      .describe("The validity of the invitation, in seconds. At most 30 days; defaults to a week."),
  }),
);

const acceptanceSchema = shape(
  "InvitationAcceptance",
  "The acceptance of an invitation.",
  z.object({
    token: z.string().min(1).max(limits.identifierLength),
  }),
);

const membershipSchema = shape(
  "MembershipResource",
  "The membership that accepting an invitation created.",
  z.object({ organization: z.string().describe("The organization's id."), role }),
);

const organization = { id: "org_1", title: "Acme", subdomain: "acme" };
const member: MemberResource = {
  id: "usr_1",
  name: "Ada",
  email: "ada@acme.example",
  role: "editor",
  createdAt: "2026-01-15T09:30:00.000Z",
};
const toAdmin = { role: "admin" } as const satisfies MemberUpdate;
const invitation: InvitationResource = {
  id: "inv_1",
  email: "grace@acme.example",
  role: "developer",
  createdAt: "2026-01-15T09:30:00.000Z",
  expiresAt: "2026-01-22T09:30:00.000Z",
};

/** Operations for organizations, members and invitations. */
export const organizationOperations = defineOperations({
  listOrganizations: operation({
    method: "GET",
    path: "/organizations",
    tag: "Organizations",
    summary: "List the caller's organizations",
    access: "administrator",
    roles: everyMember,
    withoutSupportAccess: true,
    query: pageQuerySchema,
    response: pageOf(organizationSchema),
    example: { response: { items: [organization] } },
  }),
  createOrganization: operation({
    method: "POST",
    path: "/organizations",
    reach: "all",
    tag: "Organizations",
    summary: "Create an organization; the person who creates it becomes its owner",
    access: "person",
    roles: noMember,
    withoutSupportAccess: true,
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
    withoutSupportAccess: true,
    response: organizationSchema,
    example: { response: organization },
  }),
  updateOrganization: operation({
    method: "PATCH",
    path: "/organizations/{organizationId}",
    reach: "all",
    tag: "Organizations",
    summary: "Rename an organization, or require two-factor authentication",
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
    summary: "Add a member without an invitation",
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
    summary: "Change a member's role, or suspend them; only owners can add or change owners",
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
    summary: "Remove a member; members can remove themselves, except the last owner",
    access: "administrator",
    roles: everyMember,
    errors: ["conflict"],
    example: {},
  }),
  listInvitations: operation({
    method: "GET",
    path: "/organizations/{organizationId}/invitations",
    tag: "Organizations",
    summary: "List an organization's pending invitations",
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
    summary:
      "Invite a person, or send a new link to an invited one; the token in the response is shown only here",
    access: "administrator",
    roles: managers,
    body: invitationCreationSchema,
    status: 201,
    response: createdInvitationSchema,
    errors: ["conflict"],
    example: {
      body: { email: "grace@acme.example", role: "developer" },
      response: { ...invitation, token: "pbi_0f9sJ2kQ", isResent: false },
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
