import type { Role } from "@plugboard/api";
import type {
  ProvisionedUserDefinition,
  ProvisionedUserQuery,
  ProvisionedUserResource,
} from "@plugboard/api/client";
import { limits } from "@plugboard/api/contract";
import type { Insertable, Selectable, Transaction } from "kysely";
import * as z from "zod";
import { createId } from "../common/create-id.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import { inList } from "../database/in-list.ts";
import type { WithUnixTimes } from "../common/with-unix-times.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { ProvisionedUserTable, Tables } from "../database/tables.ts";
import {
  applyMemberChange,
  deleteMember,
  findMemberByEmail,
  getMember,
  holdOrganization,
} from "./members.ts";
import { requireVersion } from "./require-version.ts";

/** A user that an organization's identity provider created. */
export type ProvisionedUser = WithUnixTimes<ProvisionedUserResource, "createdAt" | "updatedAt">;

type Row = Selectable<ProvisionedUserTable>;
/** The columns that an identity provider sets. */
type Definition = Pick<
  Row,
  "user_name" | "user_name_key" | "external_id" | "email" | "profile" | "role" | "active"
>;
type Profile = Pick<ProvisionedUserDefinition, "displayName" | "emails" | "name">;

/**
 * Creates a user. A member with the same address is managed by the identity provider from then on; other people become members
 * when they sign in and join.
 *
 * @throws PlatformError `not_found`, `invalid_request` without an email address, `conflict` if the user name or the address is
 * taken, the organization is full, or the change would suspend the last owner
 */
export async function createProvisionedUser(
  context: PlatformContext,
  organizationId: string,
  user: ProvisionedUserDefinition,
): Promise<ProvisionedUser> {
  const definition = toDefinition(user);
  const createdAt = context.now();
  return await context.db.transaction().execute(async (transaction) => {
    await holdOrganization(transaction, organizationId);
    await requireRoom(transaction, organizationId);
    await requireFree(transaction, organizationId, definition);
    const row: Row = {
      ...definition,
      id: createId("prv", createdAt),
      organization_id: organizationId,
      group_role: null,
      user_id: (await findMemberByEmail(transaction, organizationId, definition.email)) ?? null,
      version: 1,
      created_at: createdAt,
      updated_at: createdAt,
    };
    await transaction
      .insertInto("provisioned_users")
      .values(row satisfies Insertable<ProvisionedUserTable>)
      .execute();
    await applyToMember(context, transaction, row, { activeChanged: !user.active });
    return toUser(row);
  });
}

/**
 * Returns a page of an organization's users by time of creation, and the number of all users that match.
 */
export async function findProvisionedUsers(
  { db }: Pick<PlatformContext, "db">,
  organizationId: string,
  { id, userName, externalId, email, startIndex = 1, count = limits.pageItems }: ProvisionedUserQuery = {},
): Promise<{ readonly users: readonly ProvisionedUser[]; readonly total: number }> {
  let query = db.selectFrom("provisioned_users").where("organization_id", "=", organizationId);
  if (id !== undefined) query = query.where("id", "=", id);
  if (userName !== undefined) query = query.where("user_name_key", "=", userName.toLowerCase());
  if (externalId !== undefined) query = query.where("external_id", "=", externalId);
  if (email !== undefined) query = query.where("email", "=", email.toLowerCase());
  const { total } = await query
    .select((row) => row.fn.countAll<number | string>().as("total"))
    .executeTakeFirstOrThrow();
  const rows =
    count === 0
      ? []
      : await query
          .selectAll()
          .orderBy("id")
          .limit(count)
          .offset(startIndex - 1)
          .execute();
  const groups = await listGroupsOf(db, organizationId, rows);
  return { users: rows.map((row) => ({ ...toUser(row), groups: groups.get(row.id) })), total: Number(total) };
}

/** Returns a user. @throws PlatformError `not_found` */
export async function getProvisionedUser(
  { db }: Pick<PlatformContext, "db">,
  organizationId: string,
  id: string,
): Promise<ProvisionedUser> {
  return await withGroups(db, organizationId, await getRow(db, organizationId, id));
}

async function withGroups(
  db: PlatformContext["db"],
  organizationId: string,
  row: Row,
): Promise<ProvisionedUser> {
  return { ...toUser(row), groups: (await listGroupsOf(db, organizationId, [row])).get(row.id) };
}

/** Returns the groups of users by the users' ids. */
async function listGroupsOf(
  db: PlatformContext["db"],
  organizationId: string,
  users: readonly Row[],
): Promise<ReadonlyMap<string, ProvisionedUserResource["groups"]>> {
  const rows = await db
    .selectFrom("provisioned_group_members")
    .innerJoin("provisioned_groups", "provisioned_groups.id", "provisioned_group_members.group_id")
    .select(["provisioned_user_id", "provisioned_groups.id", "display_name"])
    .where("provisioned_group_members.organization_id", "=", organizationId)
    .where("provisioned_user_id", "in", inList(users.map(({ id }) => id)))
    .orderBy("provisioned_groups.id")
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ provisioned_user_id: userId }) => userId)].map(([userId, groups]) => [
      userId,
      groups.map(({ id, display_name: displayName }) => ({ id, displayName })),
    ]),
  );
}

/**
 * Changes a user, and their membership if they are a member.
 *
 * @throws PlatformError the errors of {@link createProvisionedUser}, `precondition_failed` if the version is another one
 */
export async function replaceProvisionedUser(
  context: PlatformContext,
  organizationId: string,
  id: string,
  user: ProvisionedUserDefinition,
  ifVersion?: string,
): Promise<ProvisionedUser> {
  const definition = toDefinition(user);
  return await context.db.transaction().execute(async (transaction) => {
    await holdOrganization(transaction, organizationId);
    const before = await getRow(transaction, organizationId, id);
    requireVersion("provisioned user", before, ifVersion);
    await requireFree(transaction, organizationId, definition, id);
    const row: Row = {
      ...before,
      ...definition,
      user_id:
        before.user_id ?? (await findMemberByEmail(transaction, organizationId, definition.email)) ?? null,
      version: before.version + 1,
      updated_at: context.now(),
    };
    await transaction
      .updateTable("provisioned_users")
      .set(row)
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .execute();
    // Only a change: an identity provider that repeats the state must not lift a suspension made in the console.
    await applyToMember(context, transaction, row, { activeChanged: before.active !== row.active });
    return await withGroups(transaction, organizationId, row);
  });
}

/**
 * Removes a user and their membership.
 *
 * @throws PlatformError `not_found`, `conflict` for the last owner, `precondition_failed` if the version is another one
 */
export async function removeProvisionedUser(
  context: PlatformContext,
  organizationId: string,
  id: string,
  ifVersion?: string,
): Promise<void> {
  await context.db.transaction().execute(async (transaction) => {
    await holdOrganization(transaction, organizationId);
    const before = await getRow(transaction, organizationId, id);
    requireVersion("provisioned user", before, ifVersion);
    const { user_id: memberId } = before;
    if (memberId !== null) {
      const member = await getMember({ db: transaction }, organizationId, memberId);
      await deleteMember(context, transaction, organizationId, member);
    }
    await transaction
      .deleteFrom("provisioned_group_members")
      .where("organization_id", "=", organizationId)
      .where("provisioned_user_id", "=", id)
      .execute();
    await transaction
      .deleteFrom("provisioned_users")
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .execute();
  });
}

/**
 * Links the user with an address to the person who proved it, in a transaction that holds the organization. Returns `undefined`
 * if there is no active user with this address, or they or the person are linked already.
 */
export async function linkProvisionedUser(
  transaction: Transaction<Tables>,
  organizationId: string,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<{ readonly name: string; readonly role: Role | undefined } | undefined> {
  const linked = await transaction
    .selectFrom("provisioned_users")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", id)
    .executeTakeFirst();
  if (linked !== undefined) return undefined;
  const row = await transaction
    .updateTable("provisioned_users")
    .set({ user_id: id })
    .where("organization_id", "=", organizationId)
    .where("email", "=", email.toLowerCase())
    .where("user_id", "is", null)
    .where("active", "=", 1)
    .returningAll()
    .executeTakeFirst();
  return row && { name: displayNameOf(row), role: row.group_role ?? row.role ?? undefined };
}

async function applyToMember(
  context: PlatformContext,
  transaction: Transaction<Tables>,
  row: Row,
  { activeChanged }: { readonly activeChanged: boolean },
): Promise<void> {
  if (row.user_id === null) return;
  const member = await getMember({ db: transaction }, row.organization_id, row.user_id);
  await applyMemberChange(context, transaction, row.organization_id, member, {
    name: displayNameOf(row),
    // Owners are chosen by owners.
    role: member.role === "owner" ? undefined : (row.group_role ?? row.role ?? undefined),
    suspended: activeChanged ? row.active === 0 : undefined,
  });
}

async function getRow(db: PlatformContext["db"], organizationId: string, id: string): Promise<Row> {
  const row = await db
    .selectFrom("provisioned_users")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
  return orNotFound(row, `provisioned user ${id}`);
}

async function requireRoom(transaction: Transaction<Tables>, organizationId: string): Promise<void> {
  const { count } = await transaction
    .selectFrom("provisioned_users")
    .select((row) => row.fn.countAll<number | string>().as("count"))
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  if (Number(count) < limits.provisionedUsers) return;
  throw new PlatformError(
    "conflict",
    `The organization has ${limits.provisionedUsers} provisioned users, which is the limit. Remove users, or assign fewer.`,
  );
}

async function requireFree(
  transaction: Transaction<Tables>,
  organizationId: string,
  { user_name_key: key, user_name: userName, email }: Definition,
  exceptId = "",
): Promise<void> {
  const other = await transaction
    .selectFrom("provisioned_users")
    .select("user_name_key")
    .where("organization_id", "=", organizationId)
    .where((where) => where.or([where("user_name_key", "=", key), where("email", "=", email)]))
    .where("id", "!=", exceptId)
    .executeTakeFirst();
  if (other === undefined) return;
  const [path, message] =
    other.user_name_key === key
      ? ["userName", `Another user has the user name ${userName}.`]
      : ["emails", `Another user signs in with ${email}.`];
  throw new PlatformError("conflict", message, [{ path, message }]);
}

const emailSchema = z.email().max(limits.identifierLength);

function toDefinition(user: ProvisionedUserDefinition): Definition {
  const { userName, externalId, role, active, displayName, name, emails } = user;
  const address = emails?.find(({ primary }) => primary === true) ?? emails?.[0];
  const email = emailSchema.safeParse(address?.value ?? userName).data;
  if (email === undefined) {
    const message = "must be an email address, because the person signs in with it";
    const path = address === undefined ? "userName" : "emails";
    throw new PlatformError("invalid_request", `${path}: ${message}.`, [{ path, message }]);
  }
  return {
    user_name: userName,
    user_name_key: userName.toLowerCase(),
    external_id: externalId ?? null,
    email: email.toLowerCase(),
    profile: JSON.stringify({ displayName, name, emails } satisfies Profile),
    role: role ?? null,
    active: active ? 1 : 0,
  };
}

// Written by `toDefinition` only.
const readProfile = (text: string): Profile => JSON.parse(text) as Profile;

function displayNameOf({ profile, user_name: userName }: Pick<Row, "profile" | "user_name">): string {
  const { displayName, name } = readProfile(profile);
  const parts = [name?.givenName, name?.familyName].filter((part) => part !== undefined).join(" ");
  const shown = displayName ?? name?.formatted ?? (parts === "" ? userName : parts);
  return shown.slice(0, limits.identifierLength);
}

function toUser(row: Row): ProvisionedUser {
  // An owner is never a provisioned role; the column's type is that of members.
  const role = row.role === "owner" ? undefined : (row.role ?? undefined);
  return {
    ...readProfile(row.profile),
    id: row.id,
    userName: row.user_name,
    externalId: row.external_id ?? undefined,
    email: row.email,
    role,
    active: row.active === 1,
    memberId: row.user_id ?? undefined,
    version: String(row.version),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
