import { type Role, roles } from "@plugboard/api";
import type {
  ProvisionedGroupDefinition,
  ProvisionedGroupQuery,
  ProvisionedGroupResource,
  ProvisionedGroupUpdate,
} from "@plugboard/api/client";
import { limits } from "@plugboard/api/contract";
import type { Selectable, Transaction } from "kysely";
import { createId } from "../common/create-id.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import type { WithUnixTimes } from "../common/with-unix-times.ts";
import { inList } from "../database/in-list.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { ProvisionedGroupTable, Tables } from "../database/tables.ts";
import { holdOrganization } from "./members.ts";
import { requireVersion } from "./require-version.ts";

/** A group that an organization's identity provider created. */
export type ProvisionedGroup = WithUnixTimes<ProvisionedGroupResource, "createdAt" | "updatedAt">;

type Row = Selectable<ProvisionedGroupTable>;

/**
 * Creates a group.
 *
 * @throws PlatformError `not_found`, `invalid_request` for unknown members, `conflict` if the name is taken or the organization
 * has too many groups
 */
export async function createProvisionedGroup(
  context: PlatformContext,
  organizationId: string,
  { displayName, externalId, members = [] }: ProvisionedGroupDefinition,
): Promise<ProvisionedGroup> {
  const createdAt = context.now();
  const id = createId("grp", createdAt);
  return await context.db.transaction().execute(async (transaction) => {
    await holdOrganization(transaction, organizationId);
    await requireRoom(transaction, organizationId);
    await requireFree(transaction, organizationId, displayName);
    const row: Row = {
      id,
      organization_id: organizationId,
      display_name: displayName,
      display_name_key: displayName.toLowerCase(),
      external_id: externalId ?? null,
      role: null,
      version: 1,
      created_at: createdAt,
      updated_at: createdAt,
    };
    await transaction.insertInto("provisioned_groups").values(row).execute();
    await addMembers(transaction, row, members);
    return { ...toGroup(row), members: await listMemberIds(transaction, row) };
  });
}

/** Returns a page of an organization's groups by time of creation, and the number of all that match. */
export async function findProvisionedGroups(
  { db }: Pick<PlatformContext, "db">,
  organizationId: string,
  {
    id,
    displayName,
    externalId,
    member,
    include,
    startIndex = 1,
    count = limits.pageItems,
  }: ProvisionedGroupQuery = {},
): Promise<{ readonly groups: readonly ProvisionedGroup[]; readonly total: number }> {
  let query = db.selectFrom("provisioned_groups").where("organization_id", "=", organizationId);
  if (id !== undefined) query = query.where("id", "=", id);
  if (displayName !== undefined) query = query.where("display_name_key", "=", displayName.toLowerCase());
  if (externalId !== undefined) query = query.where("external_id", "=", externalId);
  if (member !== undefined)
    query = query.where("id", "in", (members) =>
      members
        .selectFrom("provisioned_group_members")
        .select("group_id")
        .where("organization_id", "=", organizationId)
        .where("provisioned_user_id", "=", member),
    );
  const { total } = await query
    .select((row) => row.fn.countAll<number | string>().as("total"))
    .executeTakeFirstOrThrow();
  const page = query
    .selectAll()
    .orderBy("id")
    .limit(count)
    .offset(startIndex - 1);
  const rows = count === 0 ? [] : await page.execute();
  const groups =
    include === "members" ? await withMembers(db, organizationId, rows) : rows.map((row) => toGroup(row));
  return { groups, total: Number(total) };
}

/** Returns groups with their members: the first one, and those after it that fit into a response. */
async function withMembers(
  db: PlatformContext["db"],
  organizationId: string,
  rows: readonly Row[],
): Promise<readonly ProvisionedGroup[]> {
  const selectMembers = (groups: readonly Row[]) =>
    db
      .selectFrom("provisioned_group_members")
      .where("organization_id", "=", organizationId)
      .where("group_id", "in", inList(groups.map(({ id }) => id)));
  const sizes = await selectMembers(rows)
    .select(({ fn }) => ["group_id", fn.countAll<number | string>().as("size")])
    .groupBy("group_id")
    .execute();
  const sizeOf = new Map(sizes.map(({ group_id: id, size }) => [id, Number(size)]));
  let sum = 0;
  const tooMuch = rows.findIndex((row, index) => {
    sum += sizeOf.get(row.id) ?? 0;
    return index > 0 && sum > limits.provisionedGroupMembers;
  });
  const shown = tooMuch === -1 ? rows : rows.slice(0, tooMuch);
  const members = await selectMembers(shown)
    .select(["group_id", "provisioned_user_id"])
    .orderBy("provisioned_user_id")
    .execute();
  const membersOf = Map.groupBy(members, (member) => member.group_id);
  return shown.map((row) => ({
    ...toGroup(row),
    members: (membersOf.get(row.id) ?? []).map((member) => member.provisioned_user_id),
  }));
}

/** Returns a group with the ids of its members. @throws PlatformError `not_found` */
export async function getProvisionedGroup(
  { db }: Pick<PlatformContext, "db">,
  organizationId: string,
  id: string,
): Promise<ProvisionedGroup> {
  const row = await getRow(db, organizationId, id);
  return { ...toGroup(row), members: await listMemberIds(db, row) };
}

/**
 * Changes a group's name or members, and the roles that its members have by it.
 *
 * @throws PlatformError `not_found`, `invalid_request` for unknown members, `conflict` if the name is taken,
 * `precondition_failed` if the version is another one
 */
export async function updateProvisionedGroup(
  context: PlatformContext,
  organizationId: string,
  id: string,
  {
    displayName,
    externalId,
    members,
    addMembers: added = [],
    removeMembers: removed = [],
  }: ProvisionedGroupUpdate,
  ifVersion?: string,
): Promise<ProvisionedGroup> {
  return await context.db.transaction().execute(async (transaction) => {
    await holdOrganization(transaction, organizationId);
    const before = await getRow(transaction, organizationId, id);
    requireVersion("provisioned group", before, ifVersion);
    if (displayName !== undefined) await requireFree(transaction, organizationId, displayName, id);
    const row: Row = {
      ...before,
      display_name: displayName ?? before.display_name,
      display_name_key: (displayName ?? before.display_name).toLowerCase(),
      external_id: externalId === undefined ? before.external_id : externalId,
      version: before.version + 1,
      updated_at: context.now(),
    };
    await transaction
      .updateTable("provisioned_groups")
      .set(row)
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .execute();
    const old = members === undefined ? removed : await listMemberIds(transaction, row);
    await deleteMembers(transaction, row, old);
    await addMembers(transaction, row, [...(members ?? []), ...added]);
    if (row.role !== null)
      await applyGroupRoles(transaction, organizationId, [...old, ...(members ?? []), ...added]);
    return { ...toGroup(row), members: await listMemberIds(transaction, row) };
  });
}

/**
 * Sets the role that members of a group have, or none.
 *
 * @throws PlatformError `not_found`
 */
export async function setProvisionedGroupRole(
  context: PlatformContext,
  organizationId: string,
  id: string,
  role: ProvisionedGroupResource["role"],
): Promise<ProvisionedGroup> {
  return await context.db.transaction().execute(async (transaction) => {
    await holdOrganization(transaction, organizationId);
    const row = { ...(await getRow(transaction, organizationId, id)), role: role ?? null };
    await transaction
      .updateTable("provisioned_groups")
      .set({ role: row.role })
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .execute();
    const members = await listMemberIds(transaction, row);
    await applyGroupRoles(transaction, organizationId, members);
    return { ...toGroup(row), members };
  });
}

/**
 * Removes a group, and the roles that its members have by it.
 *
 * @throws PlatformError `not_found`, `precondition_failed` if the version is another one
 */
export async function removeProvisionedGroup(
  context: PlatformContext,
  organizationId: string,
  id: string,
  ifVersion?: string,
): Promise<void> {
  await context.db.transaction().execute(async (transaction) => {
    await holdOrganization(transaction, organizationId);
    const row = await getRow(transaction, organizationId, id);
    requireVersion("provisioned group", row, ifVersion);
    const members = await listMemberIds(transaction, row);
    await transaction
      .deleteFrom("provisioned_group_members")
      .where("organization_id", "=", organizationId)
      .where("group_id", "=", id)
      .execute();
    await transaction
      .deleteFrom("provisioned_groups")
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .execute();
    if (row.role !== null) await applyGroupRoles(transaction, organizationId, members);
  });
}

/** Stores the highest role of each user's groups, and applies a changed one to the member. Owners keep their role. */
async function applyGroupRoles(
  transaction: Transaction<Tables>,
  organizationId: string,
  userIds: readonly string[],
): Promise<void> {
  for (const part of partsOf(userIds)) {
    const users = await transaction
      .selectFrom("provisioned_users")
      .select(["id", "user_id", "role", "group_role"])
      .where("organization_id", "=", organizationId)
      .where("id", "in", inList(part))
      .execute();
    const granted = await transaction
      .selectFrom("provisioned_group_members")
      .innerJoin("provisioned_groups", "provisioned_groups.id", "provisioned_group_members.group_id")
      .select(["provisioned_user_id", "provisioned_groups.role"])
      .where("provisioned_group_members.organization_id", "=", organizationId)
      .where("provisioned_user_id", "in", inList(part))
      .where("provisioned_groups.role", "is not", null)
      .execute();
    const rolesOf = Map.groupBy(granted, (each) => each.provisioned_user_id);
    const changed = users
      .map((user) => {
        const own = rolesOf.get(user.id)?.map(({ role }) => role) ?? [];
        return { ...user, groupRole: roles.find((role) => own.includes(role)) ?? null };
      })
      .filter(({ groupRole, group_role: before }) => groupRole !== before);
    for (const [groupRole, some] of Map.groupBy(changed, (user) => user.groupRole))
      await transaction
        .updateTable("provisioned_users")
        .set({ group_role: groupRole })
        .where("organization_id", "=", organizationId)
        .where("id", "in", inList(some.map(({ id }) => id)))
        .execute();
    const members = changed.flatMap(({ user_id: memberId, groupRole, role: ownRole }) => {
      const role: Role = groupRole ?? ownRole ?? "reader";
      return memberId === null ? [] : [{ memberId, role }];
    });
    for (const [role, some] of Map.groupBy(members, (member) => member.role))
      await transaction
        .updateTable("members")
        .set({ role })
        .where("organization_id", "=", organizationId)
        .where("user_id", "in", inList(some.map(({ memberId }) => memberId)))
        .where("role", "!=", "owner")
        .execute();
  }
}

async function addMembers(
  transaction: Transaction<Tables>,
  { id, organization_id }: Row,
  userIds: readonly string[],
): Promise<void> {
  for (const part of partsOf(userIds)) {
    const known = await transaction
      .selectFrom("provisioned_users")
      .select("id")
      .where("organization_id", "=", organization_id)
      .where("id", "in", inList(part))
      .execute();
    const missing = part.find((userId) => !known.some((user) => user.id === userId));
    if (missing !== undefined) {
      const message = `there is no user ${missing} in this organization`;
      throw new PlatformError("invalid_request", `members: ${message}.`, [{ path: "members", message }]);
    }
    await transaction
      .insertInto("provisioned_group_members")
      .values(part.map((provisioned_user_id) => ({ group_id: id, organization_id, provisioned_user_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function deleteMembers(
  transaction: Transaction<Tables>,
  { id, organization_id }: Row,
  userIds: readonly string[],
): Promise<void> {
  for (const part of partsOf(userIds))
    await transaction
      .deleteFrom("provisioned_group_members")
      .where("organization_id", "=", organization_id)
      .where("group_id", "=", id)
      .where("provisioned_user_id", "in", inList(part))
      .execute();
}

/** Below the number of parameters of a statement. */
const partSize = 500;

function* partsOf(ids: readonly string[]): Generator<readonly string[]> {
  const all = [...new Set(ids)];
  for (let start = 0; start < all.length; start += partSize) yield all.slice(start, start + partSize);
}

async function listMemberIds(
  db: PlatformContext["db"],
  { id, organization_id }: Pick<Row, "id" | "organization_id">,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("provisioned_group_members")
    .select("provisioned_user_id")
    .where("organization_id", "=", organization_id)
    .where("group_id", "=", id)
    .orderBy("provisioned_user_id")
    .execute();
  return rows.map((row) => row.provisioned_user_id);
}

async function getRow(db: PlatformContext["db"], organizationId: string, id: string): Promise<Row> {
  const row = await db
    .selectFrom("provisioned_groups")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
  return orNotFound(row, `provisioned group ${id}`);
}

async function requireRoom(transaction: Transaction<Tables>, organizationId: string): Promise<void> {
  const { count } = await transaction
    .selectFrom("provisioned_groups")
    .select((row) => row.fn.countAll<number | string>().as("count"))
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  if (Number(count) < limits.provisionedGroups) return;
  throw new PlatformError(
    "conflict",
    `The organization has ${limits.provisionedGroups} provisioned groups, which is the limit. Remove groups, or push fewer.`,
  );
}

async function requireFree(
  transaction: Transaction<Tables>,
  organizationId: string,
  displayName: string,
  exceptId = "",
): Promise<void> {
  const other = await transaction
    .selectFrom("provisioned_groups")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("display_name_key", "=", displayName.toLowerCase())
    .where("id", "!=", exceptId)
    .executeTakeFirst();
  if (other === undefined) return;
  const message = `Another group has the name ${displayName}.`;
  throw new PlatformError("conflict", message, [{ path: "displayName", message }]);
}

function toGroup(row: Row): ProvisionedGroup {
  return {
    id: row.id,
    displayName: row.display_name,
    externalId: row.external_id ?? undefined,
    // Groups never grant ownership; the column's type is that of members.
    role: row.role === "owner" ? undefined : (row.role ?? undefined),
    version: String(row.version),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
