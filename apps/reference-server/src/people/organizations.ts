import type { AgentOrganizations } from "../agent-access/agent-organizations.ts";
import {
  acceptInvitation,
  addMember,
  audit,
  type AuditedChange,
  acceptProvisionedMembership,
  offerProvisionedMemberships,
  getOrganization,
  inOrganizations,
  leaveOrganizations,
  listMembershipsOf,
  listOrganizations,
  type MembershipOffer,
  type Membership,
  withoutTenantScope,
  type Platform,
  PlatformError,
  readInvitation,
} from "@plugboard/platform";

/** A person with an account. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Whether the person has proven to own the address. */
  readonly emailVerified?: boolean | undefined;
  /** Whether two-factor authentication is on. */
  readonly twoFactorEnabled?: boolean | null | undefined;
}

/** The content of an open invitation. */
export interface OpenInvitation extends Membership {
  readonly email: string;
  readonly organizationTitle: string;
}

/** The organization functions that accounts need. */
export interface Organizations extends AgentOrganizations {
  readonly hasOwner: () => Promise<boolean>;
  readonly hasMember: () => Promise<boolean>;
  /** Makes a person owner of the platform's first organization. */
  readonly makeFirstOwner: (person: Person) => Promise<void>;
  /** Reads an invitation. @throws PlatformError `not_found` if the token is unknown, used, revoked or expired */
  readonly readInvitation: (token: string) => Promise<OpenInvitation>;
  /**
   * Returns the organizations whose identity providers created a user for a person with a proven address, and that the person
   * can join.
   */
  readonly offerMemberships: (person: Person) => Promise<readonly MembershipOffer[]>;
  /** Accepts such an offer. @throws PlatformError `not_found` */
  readonly acceptOffer: (person: Person, organizationId: string) => Promise<void>;
  /** Returns whether any organization has invited an address, or its identity provider created a user with it. */
  readonly isInvited: (email: string) => Promise<boolean>;
  /** Returns whether an identity provider created a user with this address, who has not signed in yet. */
  readonly isProvisioned: (email: string) => Promise<boolean>;
  /**
   * Makes a person a member.
   * @throws PlatformError `not_found`, or `conflict` for a member
   */
  readonly acceptInvitation: (token: string, person: Person) => Promise<Membership>;
  /**
   * Records in all of a person's organizations that the platform administrator created a password link for
   * them.
   */
  readonly notePasswordLink: (personId: string) => Promise<void>;
  /**
   * Removes a person from all organizations.
   * @throws PlatformError `conflict`, without any change, if the person is the last owner of one
   */
  readonly leaveAll: (person: Person) => Promise<void>;
}

/** An audited change within one organization. */
type OwnChange = AuditedChange & { readonly organizationId: string };

/** Returns the organizations of a platform for its accounts. */
export function createOrganizations(platform: Platform): Organizations {
  const { db, now } = platform;
  const membershipsOf = async (personId: string) =>
    await withoutTenantScope("signIn", () => listMembershipsOf(platform, personId));
  const allMembershipsOf = async (personId: string) =>
    await withoutTenantScope("signIn", () => listMembershipsOf(platform, personId, { withSuspended: true }));
  const isProvisioned = async (email: string): Promise<boolean> => {
    const user = db
      .selectFrom("provisioned_users")
      .select("id")
      .where("email", "=", email.toLowerCase())
      .where("user_id", "is", null)
      .where("active", "=", 1)
      .limit(1);
    return (await withoutTenantScope("signIn", () => user.executeTakeFirst())) !== undefined;
  };
  const findInvitation = async (token: string) =>
    await withoutTenantScope("signIn", () => readInvitation(platform, token));
  const auditWithin = async <Result>(change: OwnChange, work: () => Promise<Result>): Promise<Result> =>
    await inOrganizations([change.organizationId], () => audit(platform, change, work));
  return {
    membershipsOf,
    hasOwner: async () => {
      const owner = db.selectFrom("members").select("user_id").where("role", "=", "owner").limit(1);
      return (await withoutTenantScope("signIn", () => owner.executeTakeFirst())) !== undefined;
    },
    hasMember: async () => {
      const member = db.selectFrom("members").select("user_id").limit(1);
      return (await withoutTenantScope("signIn", () => member.executeTakeFirst())) !== undefined;
    },
    makeFirstOwner: async (person) => {
      const organizations = await withoutTenantScope("signIn", () => listOrganizations(platform));
      const [first] = organizations.toSorted((one, other) => (one.id < other.id ? -1 : 1));
      if (first === undefined) throw new PlatformError("not_found", "There is no organization yet.");
      const { id, name, email } = person;
      await auditWithin(
        toChange(person, first.id, "addMember", {
          resource: { userId: id },
          request: { name, email, role: "owner" },
        }),
        () => addMember(platform, first.id, { id, name, email }, "owner"),
      );
    },
    readInvitation: async (token) => {
      const { email, role, organizationId } = await findInvitation(token);
      const { title } = await inOrganizations([organizationId], () =>
        getOrganization(platform, organizationId),
      );
      return { email, role, organization: organizationId, organizationTitle: title };
    },
    isInvited: async (email) => {
      const open = db
        .selectFrom("invitations")
        .select("id")
        .where((where) => where.fn<string>("lower", ["email"]), "=", email.toLowerCase())
        .where("expires_at", ">", now())
        .limit(1);
      const invitation = await withoutTenantScope("signIn", () => open.executeTakeFirst());
      return invitation !== undefined || (await isProvisioned(email));
    },
    isProvisioned,
    offerMemberships: async ({ emailVerified, ...person }) => {
      return emailVerified === true ? await offerProvisionedMemberships(platform, person) : [];
    },
    acceptOffer: async ({ emailVerified, ...person }, organizationId) => {
      if (emailVerified !== true) throw new PlatformError("not_found", "Your email address isn't verified.");
      await acceptProvisionedMembership(platform, person, organizationId);
    },
    acceptInvitation: async (token, person) => {
      const { organizationId, email: invited, role } = await findInvitation(token);
      const { id, name } = person;
      // Members are found by their address, so an account must not choose one that it hasn't proven. Accounts have lowercase ones.
      const email = person.emailVerified === true ? person.email : invited.toLowerCase();
      return await auditWithin(
        toChange(person, organizationId, "acceptInvitation", { request: { email: invited, role } }),
        () => acceptInvitation(platform, token, { id, name, email }),
      );
    },
    titleOf: async (organizationId) => {
      try {
        const organization = await withoutTenantScope("signIn", () =>
          getOrganization(platform, organizationId),
        );
        return organization.title;
      } catch (error) {
        if (error instanceof PlatformError && error.code === "not_found") return undefined;
        throw error;
      }
    },
    noteAgent: async ({ id, name }, { operation, organizationId, clientId, userId, scopes, address }) =>
      await auditWithin(
        {
          caller: { type: "member", id, name, memberships: [] },
          organizationId,
          address,
          operation,
          resource: { organizationId, clientId, userId },
          request: scopes === undefined ? undefined : { scopes },
          before: undefined,
        },
        async () => {},
      ),
    notePasswordLink: async (userId) => {
      for (const { organization: organizationId } of await allMembershipsOf(userId))
        await auditWithin(
          {
            caller: { type: "admin" },
            organizationId,
            address: undefined,
            operation: "createPasswordLink",
            resource: { userId },
            request: undefined,
            before: undefined,
          },
          async () => {},
        );
    },
    leaveAll: async (person) => {
      const left = (await allMembershipsOf(person.id)).map(({ organization }) => organization);
      let work = async (): Promise<void> =>
        await inOrganizations(left, () => leaveOrganizations(platform, left, person.id));
      for (const organization of left) {
        const inner = work;
        const removal = { resource: { userId: person.id }, request: undefined };
        work = async () => await auditWithin(toChange(person, organization, "removeMember", removal), inner);
      }
      await work();
    },
  };
}

/** Returns the audit log entry of an account action that isn't part of the API. */
function toChange(
  { id, name }: Person,
  organizationId: string,
  operation: "acceptInvitation" | "addMember" | "removeMember",
  {
    resource = {},
    request,
  }: { readonly resource?: Readonly<Record<string, string>>; readonly request: unknown },
): OwnChange {
  return {
    caller: { type: "member", id, name, memberships: [] },
    organizationId,
    address: undefined,
    operation,
    resource: { organizationId, ...resource },
    request,
    before: undefined,
  };
}
