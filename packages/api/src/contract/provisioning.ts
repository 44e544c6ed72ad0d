import * as z from "zod";
import { provisioningScope } from "../vocabulary/scope.ts";
import { roles } from "../vocabulary/role.ts";
import { atMost } from "./at-most.ts";
import { managers, noMember } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { shape } from "./shape.ts";
import type {
  ProvisionedGroupResource,
  ProvisionedUserDefinition,
  ProvisionedUserResource,
} from "./types.ts";

const text = z.string().trim().min(1).max(limits.identifierLength);
const time = z.iso.datetime();
/** An identity provider grants every role except this one, which owners choose themselves. */
const grantableRoles = roles.filter((role) => role !== "owner");

const definitionFields = {
  userName: text.describe("Unique within the organization, regardless of case."),
  externalId: text.optional().describe("The user's id in the identity provider."),
  displayName: text.optional(),
  name: z
    .object({ formatted: text.optional(), givenName: text.optional(), familyName: text.optional() })
    .optional(),
  emails: z
    .array(z.object({ value: text, type: text.optional(), primary: z.boolean().optional() }))
    .max(limits.provisionedEmails)
    .optional()
    .describe(
      `The primary one, or else the first, is the address that the person signs in with. Defaults to \`userName\`. ${atMost(limits.provisionedEmails)}`,
    ),
  role: z
    .enum(grantableRoles)
    .optional()
    .describe(
      "The member's role, which then can't be changed elsewhere. Not applied to owners. Without it, new members are readers.",
    ),
  active: z.boolean().describe("`false` suspends the member's access."),
};

const definitionSchema = shape(
  "ProvisionedUserDefinition",
  "A user as an identity provider describes them.",
  z.object(definitionFields),
);

const userSchema = shape(
  "ProvisionedUserResource",
  "A user of an organization's identity provider. They become a member when they sign in and join.",
  z.object({
    ...definitionFields,
    id: z.string(),
    email: z.string().describe("The address that the person signs in with, in lower case."),
    groups: z
      .array(
        shape(
          "ProvisionedUserGroup",
          "A group of a provisioned user.",
          z.object({ id: z.string(), displayName: z.string() }),
        ),
      )
      .optional()
      .describe("The groups of the user, by id. Not set without groups."),
    memberId: z.string().optional().describe("The member's id. Not set before the person joins."),
    version: z.string().describe("Changes with every write; the version for `If-Match`."),
    createdAt: time,
    updatedAt: time,
  }),
);

const pagePosition = {
  startIndex: z.coerce
    .number<number>()
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe("The position of the first result. Defaults to 1."),
  count: z.coerce
    .number<number>()
    .int()
    .min(0)
    .max(limits.pageItems)
    .optional()
    .describe(`Results per page. Defaults to ${limits.pageItems}.`),
};

const querySchema = shape(
  "ProvisionedUserQuery",
  "Filters for provisioned users, combined with AND.",
  z.object({
    id: text.optional(),
    userName: text.optional().describe("Regardless of case."),
    externalId: text.optional(),
    email: text.optional().describe("The address that the person signs in with, regardless of case."),
    ...pagePosition,
  }),
);

const listSchema = shape(
  "ProvisionedUserList",
  "Provisioned users in the order of their creation, from a position as in SCIM.",
  z.object({
    users: z.array(userSchema).max(limits.pageItems),
    total: z.int().describe("The number of users that match the query."),
  }),
);

const memberIds = z.array(z.string().min(1).max(limits.identifierLength)).max(limits.provisionedGroupMembers);

const groupFields = {
  displayName: text.describe("Unique within the organization, regardless of case."),
  externalId: text.optional().describe("The group's id in the identity provider."),
};

const groupRole = z.enum(grantableRoles).optional();

const groupDefinitionSchema = shape(
  "ProvisionedGroupDefinition",
  "A group as an identity provider describes it.",
  z.object({
    ...groupFields,
    members: memberIds.optional().describe("The ids of provisioned users. Defaults to none."),
  }),
);

const groupUpdateSchema = shape(
  "ProvisionedGroupUpdate",
  "Changes to a group. Omitted fields stay unchanged.",
  z.object({
    displayName: text.optional(),
    externalId: text.nullish().describe("`null` removes it."),
    members: memberIds.optional().describe("Replaces all members."),
    addMembers: memberIds.optional(),
    removeMembers: memberIds.optional().describe("Removed before others are added. Unknown ids are ignored."),
  }),
);

const groupSchema = shape(
  "ProvisionedGroupResource",
  "A group of an organization's identity provider.",
  z.object({
    ...groupFields,
    id: z.string(),
    role: groupRole.describe(
      "The role of the group's members, which an owner chose. A user in several groups has the highest role.",
    ),
    members: z
      .array(z.string())
      .optional()
      .describe("The ids of provisioned users. In lists only if the query includes them."),
    version: z.string().describe("Changes with every write of the identity provider."),
    createdAt: time,
    updatedAt: time,
  }),
);

const groupQuerySchema = shape(
  "ProvisionedGroupQuery",
  "Filters for provisioned groups, combined with AND.",
  z.object({
    id: text.optional(),
    displayName: text.optional().describe("Regardless of case."),
    externalId: text.optional(),
    member: text.optional().describe("The id of a provisioned user in the group."),
    include: z
      .literal("members")
      .optional()
      .describe(
        `\`members\` adds the groups' members. A page then contains fewer groups if they have more than ${limits.provisionedGroupMembers} members together.`,
      ),
    ...pagePosition,
  }),
);

const groupListSchema = shape(
  "ProvisionedGroupList",
  "Provisioned groups in the order of their creation, from a position as in SCIM.",
  z.object({
    groups: z.array(groupSchema).max(limits.pageItems),
    total: z.int().describe("The number of groups that match the query."),
  }),
);

const groupRoleSchema = shape(
  "ProvisionedGroupRole",
  "The role that members of a group have.",
  z.object({
    role: groupRole.describe("Defaults to none: other groups or the identity provider set the role."),
  }),
);

const definition: ProvisionedUserDefinition = {
  userName: "ada@acme.example",
  externalId: "00u1a2b3",
  displayName: "Ada Lovelace",
  role: "editor",
  active: true,
};
const user: ProvisionedUserResource = {
  ...definition,
  id: "prv_1",
  email: "ada@acme.example",
  memberId: "usr_1",
  version: "1",
  createdAt: "2026-01-15T09:30:00.000Z",
  updatedAt: "2026-01-15T09:30:00.000Z",
};

const groupDefinition = { displayName: "Engineering", externalId: "0a21f0f2" };
const group: ProvisionedGroupResource = {
  ...groupDefinition,
  id: "grp_1",
  role: "developer",
  members: ["prv_1"],
  version: "1",
  createdAt: "2026-01-15T09:30:00.000Z",
  updatedAt: "2026-01-15T09:30:00.000Z",
};

const common = { tag: "Organizations", access: "administrator", keyScope: provisioningScope } as const;

/** Operations for users of an organization's identity provider. */
export const provisioningOperations = defineOperations({
  findProvisionedUsers: operation({
    ...common,
    method: "GET",
    path: "/organizations/{organizationId}/provisioned-users",
    summary: "Find users that the organization's identity provider created",
    roles: managers,
    query: querySchema,
    response: listSchema,
    example: { response: { users: [user], total: 1 } },
  }),
  createProvisionedUser: operation({
    ...common,
    method: "POST",
    path: "/organizations/{organizationId}/provisioned-users",
    summary: "Create a user; a member with the same address is then managed by the identity provider",
    roles: noMember,
    body: definitionSchema,
    status: 201,
    response: userSchema,
    errors: ["conflict"],
    example: { body: definition, response: user },
  }),
  getProvisionedUser: operation({
    ...common,
    method: "GET",
    path: "/organizations/{organizationId}/provisioned-users/{provisionedUserId}",
    summary: "Read a provisioned user",
    roles: managers,
    version: "version",
    response: userSchema,
    example: { response: user },
  }),
  replaceProvisionedUser: operation({
    ...common,
    method: "PUT",
    path: "/organizations/{organizationId}/provisioned-users/{provisionedUserId}",
    summary: "Change a provisioned user; omitted fields are removed",
    roles: noMember,
    version: "version",
    body: definitionSchema,
    response: userSchema,
    errors: ["conflict"],
    example: { body: definition, response: user },
  }),
  removeProvisionedUser: operation({
    ...common,
    method: "DELETE",
    path: "/organizations/{organizationId}/provisioned-users/{provisionedUserId}",
    summary: "Remove a provisioned user from the organization; the account is kept",
    roles: noMember,
    version: "version",
    errors: ["conflict"],
    example: {},
  }),
  findProvisionedGroups: operation({
    ...common,
    method: "GET",
    path: "/organizations/{organizationId}/provisioned-groups",
    summary: "Find groups that the organization's identity provider created",
    roles: managers,
    query: groupQuerySchema,
    response: groupListSchema,
    example: { response: { groups: [{ ...group, members: undefined }], total: 1 } },
  }),
  createProvisionedGroup: operation({
    ...common,
    method: "POST",
    path: "/organizations/{organizationId}/provisioned-groups",
    summary: "Create a group",
    roles: noMember,
    body: groupDefinitionSchema,
    maxBodyBytes: limits.provisionedGroupBytes,
    status: 201,
    response: groupSchema,
    errors: ["conflict"],
    example: { body: groupDefinition, response: group },
  }),
  getProvisionedGroup: operation({
    ...common,
    method: "GET",
    path: "/organizations/{organizationId}/provisioned-groups/{provisionedGroupId}",
    summary: "Read a provisioned group with its members",
    roles: managers,
    version: "version",
    response: groupSchema,
    example: { response: group },
  }),
  updateProvisionedGroup: operation({
    ...common,
    method: "PATCH",
    path: "/organizations/{organizationId}/provisioned-groups/{provisionedGroupId}",
    summary: "Change a group's name or members, and the roles that its members have by it",
    roles: noMember,
    version: "version",
    body: groupUpdateSchema,
    maxBodyBytes: limits.provisionedGroupBytes,
    response: groupSchema,
    errors: ["conflict"],
    example: { body: { displayName: "Engineering" }, response: group },
  }),
  removeProvisionedGroup: operation({
    ...common,
    method: "DELETE",
    path: "/organizations/{organizationId}/provisioned-groups/{provisionedGroupId}",
    summary: "Remove a group, and the roles that its members have by it; they stay members",
    roles: noMember,
    version: "version",
    example: {},
  }),
  setProvisionedGroupRole: operation({
    tag: common.tag,
    access: common.access,
    method: "PUT",
    path: "/organizations/{organizationId}/provisioned-groups/{provisionedGroupId}/role",
    summary: "Set the role that members of a provisioned group have",
    roles: ["owner"],
    body: groupRoleSchema,
    response: groupSchema,
    example: { body: { role: "developer" }, response: group },
  }),
});
