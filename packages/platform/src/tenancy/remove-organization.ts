import { sql } from "kysely";
import { type ListedTable, listOwnedTables } from "../database/organization-rows.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import { getOrganization } from "../organizations/organizations.ts";
import { removeInstallationsIn } from "../publishing/remove-integration.ts";
import { removeUnusedContent, sharedContents } from "../publishing/write-version.ts";
import { queueRemoval, releaseRemoval } from "../removals/removal-queue.ts";

type RemovalContext = PlatformContext & Pick<DispatchContext, "logs" | "runner">;

/** Rows per batch of a removal. */
const partSize = 500;
/** Rows per batch in tables with files. */
const filesOfAPart = 10;
/** Installations have endpoints, and integrations have sandboxes, which take longer. */
const installationsOfAPart = 100;
/** After this many batches, the removal continues in the background. */
const partsBeforeResponse = 20;
/** Removed first: without them, the organization is closed to everyone. */
const firstTables = [
  "members",
  "provisioned_users",
  "provisioned_group_members",
  "invitations",
  "api_keys",
  "portal_sessions",
] as const;

/**
 * Removes an organization with all its data: content, members, keys, integrations with all their installations, its
 * own installations, events, deliveries and the audit log. The organization is closed immediately; the data of a
 * large one is removed in the background. Integrations of other organizations are not notified; remove their
 * installations first to notify them. SQLite overwrites removed data; PostgreSQL frees the space when it vacuums.
 *
 * @throws PlatformError `not_found`
 */
export async function removeOrganization(context: RemovalContext, organizationId: string): Promise<void> {
  const removal = { kind: "organization", subject: organizationId } as const;
  await getOrganization(context, organizationId);
  await context.db.transaction().execute(async (transaction) => {
    await queueRemoval(transaction, removal, context.now());
    for (const table of firstTables)
      await transaction.deleteFrom(table).where("organization_id", "=", organizationId).execute();
    await transaction.deleteFrom("organizations").where("id", "=", organizationId).execute();
  });
  const parts = removePartsOfOrganization(context, organizationId);
  let isDone = false;
  for (let part = 0; part < partsBeforeResponse && !isDone; part += 1)
    isDone = (await parts.next()).done === true;
  await releaseRemoval(context.db, removal, isDone);
}

/** Removes the data of a removed organization, a batch for each iteration. */
export async function* removePartsOfOrganization(
  context: RemovalContext,
  organizationId: string,
): AsyncGenerator<undefined, void, undefined> {
  while (await retireIntegrations(context, organizationId)) yield;
  while (await removeInstallations(context, organizationId)) yield;
  while (!(await removeInstallationsElsewhere(context, organizationId))) yield;
  await context.deliveries.deleteEndpointsOf([organizationId]);
  // Pending lines would otherwise be written for a removed integration.
  await context.logs.flush();
  const tables = listOwnedTables(context.product);
  let room = partSize;
  for (let isWhole = false; !isWhole; ) {
    isWhole = true;
    for (const table of tables)
      for (;;) {
        room -= await removeRows(context, table, organizationId, room);
        if (room > 0) break;
        yield;
        room = partSize;
        // Rows can be written to an earlier table meanwhile.
        isWhole = false;
      }
  }
  while (await removeDeletedEndpoints(context)) yield;
  await context.compact();
}

/**
 * Takes a batch of the integrations of a removed organization out of service. Their versions are removed with the
 * other tables.
 *
 * @returns whether there could be more
 */
async function retireIntegrations(
  { db, runner, now }: RemovalContext,
  organizationId: string,
): Promise<boolean> {
  const time = now();
  const retired = await db
    .updateTable("integrations")
    .set({ removed_at: time, updated_at: time })
    .where("name", "in", (query) =>
      query
        .selectFrom("integrations")
        .select("name")
        .where("organization_id", "=", organizationId)
        .where("removed_at", "is", null)
        .limit(installationsOfAPart),
    )
    .returning("name")
    .execute();
  await Promise.all(retired.map(({ name }) => runner.retire(name)));
  return retired.length === installationsOfAPart;
}

/** Removes a batch of the installations of its integrations in other organizations. @returns whether it was the last */
async function removeInstallationsElsewhere(
  context: RemovalContext,
  organizationId: string,
): Promise<boolean> {
  return await removeInstallationsIn(context, (installations) =>
    installations.where("integration", "in", (query) =>
      query.selectFrom("integrations").select("name").where("organization_id", "=", organizationId),
    ),
  );
}

/** @returns the part of the batch that the removed rows take up, at most `room` */
async function removeRows(
  context: RemovalContext,
  { table, key, owners, binary }: ListedTable,
  organizationId: string,
  room: number,
): Promise<number> {
  const share = binary.length > 0 ? partSize / filesOfAPart : 1;
  const limit = Math.ceil(room / share);
  const keys = sql.join(key.map((column) => sql.ref(column)));
  const shared = sharedContents.find((each) => each.table === table);
  // Other columns can be large.
  const returned = shared === undefined ? keys : sql`${sql.ref(shared.column)} as hash`;
  let removed = 0;
  for (const owner of owners) {
    const isOwned = sql`${sql.ref(owner)} = ${organizationId}`;
    const part = sql`select ${keys} from ${sql.table(table)} where ${isOwned} limit ${limit}`;
    const { rows } = await sql<Readonly<Record<string, unknown>>>`
      delete from ${sql.table(table)} where ${isOwned} and (${keys}) in (${part}) returning ${returned}`.execute(
      context.db,
    );
    if (shared !== undefined) {
      const hashes = rows.map(({ hash }) => hash).filter((hash) => typeof hash === "string");
      await removeUnusedContent(context.db, { [shared.content]: hashes });
    }
    removed += rows.length * share;
  }
  return removed;
}

/**
 * Removes a batch of the organization's own installations, without events.
 *
 * @returns whether there could be more
 */
async function removeInstallations(
  { db, deliveries, now }: RemovalContext,
  organizationId: string,
): Promise<boolean> {
  // Marked as removed first, so that no endpoints are created for them. Rows are deleted last, so that a
  // crash leaves no endpoint behind.
  const rows = await db
    .updateTable("installations")
    .set({ deleted_at: now() })
    .where("id", "in", (query) =>
      query
        .selectFrom("installations")
        .select("id")
        .where("organization_id", "=", organizationId)
        .limit(installationsOfAPart),
    )
    .returning("id")
    .execute();
  if (rows.length === 0) return false;
  const ids = rows.map(({ id }) => id);
  await deliveries.deleteEndpointsOf(ids);
  await db.deleteFrom("installations").where("id", "in", ids).execute();
  return rows.length === installationsOfAPart;
}

/** Removes the data of deleted endpoints now. @returns whether there could be more */
async function removeDeletedEndpoints({ deliveries, now }: PlatformContext): Promise<boolean> {
  // A retention of the current time reaches back to 1970, so only data of deleted endpoints is removed.
  const policy = { deliveredMilliseconds: now(), failedMilliseconds: now() };
  return await deliveries.removeExpired(policy);
}
