import type { Role } from "@plugboard/api";
import type { MemberResource, MemberUpdate } from "@plugboard/api/client";
import type { Selectable, Transaction } from "kysely";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { MemberTable, Tables } from "../database/tables.ts";
import type { Keyset } from "../common/keyset.ts";
import { forgetAuthor } from "./forget-author.ts";

/** A person, as identified by the product's sign-in. */
export interface Person {
  /** Unique among all users. */
  readonly id: string;
  readonly name: string;
  readonly email?: string | undefined;
}

/** A person in an organization. */
export interface Member extends Person {
  readonly role: Role;
  /** Unix time in milliseconds. */
  readonly createdAt: number;
  /** When the member's access was suspended, as Unix time in milliseconds. */
  readonly suspendedAt?: number | undefined;
  /** Set for members that the organization's identity provider manages. */
  readonly provisioned?: MemberResource["provisioned"];
}

/** A person's role in an organization. */
export interface Membership {
  /** The organization's id. */
  readonly organization: string;
  readonly role: Role;
  /** Whether the organization requires a second factor. */
  readonly requiresSecondFactor?: true | undefined;
}

/**
 * Returns the organizations that a person can access. Read them with each request, so that a removal or a suspension
 * takes effect immediately. `withSuspended` adds the organizations that suspended the person.
 *
 * @example
 * import { listMembershipsOf, type Platform, type Principal } from "@plugboard/platform";
 *
 * async function toPrincipal(platform: Platform, user: { id: string; name: string }): Promise<Principal> {
 *   return { type: "member", ...user, memberships: await listMembershipsOf(platform, user.id) };
 * }
 */
export async function listMembershipsOf(
  { db }: Pick<PlatformContext, "db">,
  userId: string,
  { withSuspended = false }: { readonly withSuspended?: boolean | undefined } = {},
): Promise<Membership[]> {
  let query = db
    .selectFrom("members")
    .innerJoin("organizations", "organizations.id", "members.organization_id")
    .select([
      "members.organization_id as organization",
      "members.role",
      "organizations.requires_second_factor",
    ])
    .where("members.user_id", "=", userId)
    .orderBy("members.organization_id");
  if (!withSuspended) query = query.where("members.suspended_at", "is", null);
  const rows = await query.execute();
  return rows.map(({ organization, role, requires_second_factor: required }) =>
    required === 1 ? { organization, role, requiresSecondFactor: true } : { organization, role },
  );
}

/**
 * Returns the members of an organization by id.
 *
 * @example
 * import { listMembers, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * for (const { name, role } of await listMembers(platform, "org_1")) console.log(name, role);
 */
export async function listMembers(
  { db }: PlatformContext,
  organizationId: string,
  { after, limit }: Keyset = {},
): Promise<Member[]> {
  let query = selectMembers(db, organizationId).orderBy("members.user_id");
  if (after !== undefined) query = query.where("members.user_id", ">", after);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(toMember);
}

/**
 * Returns a member of an organization.
 *
 * @throws PlatformError `not_found`
 */
export async function getMember(
  { db }: Pick<PlatformContext, "db">,
  organizationId: string,
  userId: string,
): Promise<Member> {
  const row = await selectMembers(db, organizationId)
    .where("members.user_id", "=", userId)
    .executeTakeFirst();
  return toMember(orNotFound(row, `member ${userId}`));
}

function selectMembers(db: PlatformContext["db"], organizationId: string) {
  return db
    .selectFrom("members")
    .leftJoin("provisioned_users", (join) =>
      join
        .onRef("provisioned_users.organization_id", "=", "members.organization_id")
        .onRef("provisioned_users.user_id", "=", "members.user_id"),
    )
    .selectAll("members")
    .select(["provisioned_users.active as provisioned_active", "provisioned_users.role as provisioned_role"])
    .select("provisioned_users.group_role as provisioned_group_role")
    .where("members.organization_id", "=", organizationId);
}

/** Returns the id of the member with an address, unless an identity provider already manages them. */
export async function findMemberByEmail(
  transaction: Transaction<Tables>,
  organizationId: string,
  email: string,
): Promise<string | undefined> {
  const member = await selectMembers(transaction, organizationId)
    .where((row) => row.fn<string>("lower", ["members.email"]), "=", email.toLowerCase())
    .where("provisioned_users.id", "is", null)
    .orderBy("members.user_id")
    .limit(1)
    .executeTakeFirst();
  return member?.user_id;
}

/** Returns whether a person is a member, also a suspended one. */
export async function hasMember(
  transaction: Transaction<Tables>,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const row = await transaction
    .selectFrom("members")
    .select("user_id")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Makes a person a member of an organization.
 *
 * @throws PlatformError `not_found`, `conflict` if the person is already a member
 *
 * @example
 * import { addMember, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * await addMember(platform, "org_1", { id: "usr_1", name: "Ada" }, "editor");
 */
export async function addMember(
  context: PlatformContext,
  organizationId: string,
  person: Person,
  role: Role,
): Promise<Member> {
  const member: Member = { ...person, role, createdAt: context.now() };
  await context.db.transaction().execute(async (transaction) => {
    await holdOrganization(transaction, organizationId);
    await writeMember(transaction, organizationId, member);
  });
  return member;
}

/** Inserts a member in a transaction. @throws PlatformError `conflict` if the person is already a member */
export async function writeMember(
  transaction: Transaction<Tables>,
  organizationId: string,
  { id, name, email, role, createdAt }: Member,
): Promise<void> {
  const inserted = await transaction
    .insertInto("members")
    .values({
      organization_id: organizationId,
      user_id: id,
      name,
      email: email ?? null,
      role,
      created_at: createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 0n) return;
  throw new PlatformError("conflict", `${name} is already a member.`);
}

/** Checks that a member can be changed, in the transaction that changes it. @throws PlatformError */
export type CheckMember = (transaction: Transaction<Tables>, member: Member) => Promise<void>;

/**
 * Changes a member's role, or suspends or restores their access.
 *
 * @throws PlatformError `not_found`, `conflict` for the last owner, and for changes that the identity provider has to make
 */
export async function changeMember(
  context: PlatformContext,
  organizationId: string,
  userId: string,
  change: MemberUpdate,
  check?: CheckMember,
): Promise<Member> {
  return await context.db.transaction().execute(async (db) => {
    await holdOrganization(db, organizationId);
    const member = await getMember({ db }, organizationId, userId);
    await check?.(db, member);
    refuseProvisioned(member, change);
    return await applyMemberChange(context, db, organizationId, member, change);
  });
}

/** @throws PlatformError `conflict` for changes that the identity provider would undo */
function refuseProvisioned({ name, role, provisioned }: Member, change: MemberUpdate): void {
  if (provisioned === undefined) return;
  if (change.suspended === false && !provisioned.active)
    throw new PlatformError(
      "conflict",
      `Your identity provider suspended ${name}. Assign them to the application there again.`,
    );
  const staysMember = role !== "owner" && change.role !== "owner";
  if (provisioned.setsRole && staysMember && change.role !== undefined && change.role !== role)
    throw new PlatformError(
      "conflict",
      `Your identity provider sets the role of ${name}. Change it there, or stop sending roles.`,
    );
}

/**
 * Changes a member in a transaction that holds the organization.
 *
 * @throws PlatformError `conflict` for the last owner
 */
export async function applyMemberChange(
  context: Pick<PlatformContext, "now">,
  transaction: Transaction<Tables>,
  organizationId: string,
  member: Member,
  { name, role, suspended }: MemberUpdate & { readonly name?: string | undefined },
): Promise<Member> {
  const changed: Member = {
    ...member,
    name: name ?? member.name,
    role: role ?? member.role,
    suspendedAt:
      suspended === undefined
        ? member.suspendedAt
        : suspended
          ? (member.suspendedAt ?? context.now())
          : undefined,
  };
  if (changed.role !== "owner" || changed.suspendedAt !== undefined)
    await keepAnOwner(transaction, organizationId, member);
  await transaction
    .updateTable("members")
    .set({ name: changed.name, role: changed.role, suspended_at: changed.suspendedAt ?? null })
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", member.id)
    .execute();
  return changed;
}

/**
 * Removes a member from an organization, with their saved views and unpublished drafts.
 *
 * @throws PlatformError `not_found`, `conflict` for the last owner
 *
 * @example
 * import { type Platform, removeMember } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * await removeMember(platform, "org_1", "usr_1");
 */
export async function removeMember(
  context: PlatformContext,
  organizationId: string,
  userId: string,
  check?: CheckMember,
): Promise<void> {
  await context.db.transaction().execute(async (db) => {
    await holdOrganization(db, organizationId);
    const member = await getMember({ db }, organizationId, userId);
    await check?.(db, member);
    await deleteMember(context, db, organizationId, member);
  });
}

/**
 * Removes a person from all of these organizations, or from none.
 *
 * @throws PlatformError `conflict` if the person is the last owner of one
 *
 * @example
 * import { leaveOrganizations, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * await leaveOrganizations(platform, ["org_1", "org_2"], "usr_1");
 */
export async function leaveOrganizations(
  context: PlatformContext,
  organizationIds: readonly string[],
  userId: string,
): Promise<void> {
  await context.db.transaction().execute(async (db) => {
    // In one order, so that two people who leave don't wait for each other.
    for (const organizationId of organizationIds.toSorted()) {
      await holdOrganization(db, organizationId);
      await deleteMember(context, db, organizationId, await getMember({ db }, organizationId, userId));
    }
  });
}

/**
 * Deletes a member and their provisioned user in a transaction that holds the organization.
 *
 * @throws PlatformError `conflict` for the last owner
 */
export async function deleteMember(
  context: PlatformContext,
  transaction: Transaction<Tables>,
  organizationId: string,
  member: Member,
): Promise<void> {
  await keepAnOwner(transaction, organizationId, member);
  await transaction
    .deleteFrom("members")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", member.id)
    .execute();
  // Otherwise, they would be offered the membership again.
  await transaction
    .deleteFrom("provisioned_group_members")
    .where("organization_id", "=", organizationId)
    .where("provisioned_user_id", "in", (query) =>
      query
        .selectFrom("provisioned_users")
        .select("id")
        .where("organization_id", "=", organizationId)
        .where("user_id", "=", member.id),
    )
    .execute();
  await transaction
    .deleteFrom("provisioned_users")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", member.id)
    .execute();
  await forgetAuthor(context, transaction, organizationId, { type: "member", id: member.id });
}

/**
 * Locks the organization until the transaction ends, so that two owners cannot leave concurrently and limits hold
 * when resources are added.
 *
 * @throws PlatformError `not_found`
 *
 * @example
 * import type { Platform } from "@plugboard/platform";
 * import { holdOrganization } from "@plugboard/platform/product";
 *
 * declare const platform: Platform;
 * await platform.db.transaction().execute((transaction) => holdOrganization(transaction, "org_1"));
 */
export async function holdOrganization(
  transaction: Transaction<Tables>,
  organizationId: string,
): Promise<void> {
  const held = await transaction
    .updateTable("organizations")
    .set((row) => ({ title: row.ref("title") }))
    .where("id", "=", organizationId)
    .executeTakeFirst();
  orNotFound(held.numUpdatedRows > 0n ? held : undefined, `organization ${organizationId}`);
}

async function keepAnOwner(
  transaction: Transaction<Tables>,
  organizationId: string,
  { id, name, role, suspendedAt }: Member,
): Promise<void> {
  if (role !== "owner" || suspendedAt !== undefined) return;
  const other = await transaction
    .selectFrom("members")
    .select("user_id")
    .where("organization_id", "=", organizationId)
    .where("role", "=", "owner")
    .where("suspended_at", "is", null)
    .where("user_id", "!=", id)
    .executeTakeFirst();
  if (other !== undefined) return;
  const { title } = await transaction
    .selectFrom("organizations")
    .select("title")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  throw new PlatformError(
    "conflict",
    `${name} is the last owner of ${title}. Make another member an owner first.`,
  );
}

interface MemberRow extends Selectable<MemberTable> {
  readonly provisioned_active: 0 | 1 | null;
  readonly provisioned_role: Role | null;
  readonly provisioned_group_role: Role | null;
}

function toMember(row: MemberRow): Member {
  return {
    id: row.user_id,
    name: row.name,
    email: row.email ?? undefined,
    role: row.role,
    createdAt: row.created_at,
    suspendedAt: row.suspended_at ?? undefined,
    provisioned:
      row.provisioned_active === null
        ? undefined
        : {
            active: row.provisioned_active === 1,
            setsRole: row.provisioned_role !== null || row.provisioned_group_role !== null,
          },
  };
}
