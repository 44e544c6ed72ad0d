import { sql } from "kysely";
import { type ListedTable, listOwnedTables } from "../database/organization-rows.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import { listEndpointsOf } from "../endpoints/list-endpoints.ts";
import { holds } from "../endpoints/webhook-endpoints.ts";
import { getOrganization } from "../organizations/organizations.ts";
import { removeInstallationsOf, removeIntegration } from "../publishing/remove-integration.ts";
import { removeUnusedContent, sharedContents } from "../publishing/write-version.ts";
import { isRemoving, queueRemoval, releaseRemoval } from "../removals/removal-queue.ts";

type RemovalContext = PlatformContext & Pick<DispatchContext, "logs" | "runner">;

/** Rows per batch of a removal. */
const partSize = 500;
/** Rows per batch in tables with files. */
const filesOfAPart = 10;
/** Installations have endpoints, which take longer. */
const installationsOfAPart = 50;
/** After this many batches, the removal continues in the background. */
const partsBeforeResponse = 20;
/** Removed first: without them, the organization is closed to everyone. */
const firstTables = ["members", "invitations", "api_keys", "portal_sessions"] as const;

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
  let isDone = false;
  for (let part = 0; part < partsBeforeResponse && !isDone; part += 1)
    isDone = await removePartOfOrganization(context, organizationId);
  await releaseRemoval(context.db, removal, isDone);
}

/**
 * Removes a batch of the data of a removed organization.
 *
 * @returns whether it was the last batch
 */
export async function removePartOfOrganization(
  context: RemovalContext,
  organizationId: string,
): Promise<boolean> {
  if (!(await removeIntegrations(context, organizationId))) return false;
  // Pending lines would otherwise be written for a removed integration.
  await context.logs.flush();
  let room = partSize;
  for (const table of listOwnedTables(context.product)) {
    room -= await removeRows(context, table, organizationId, room);
    if (room <= 0) return false;
  }
  if (await removeDeletedEndpoints(context)) return false;
  await context.compact();
  return true;
}

/** @returns whether all integrations of an organization and their installations are removed */
async function removeIntegrations(context: RemovalContext, organizationId: string): Promise<boolean> {
  const integrations = await context.db
    .selectFrom("integrations")
    .select(["name", "removed_at"])
    .where("organization_id", "=", organizationId)
    .execute();
  for (const { name, removed_at } of integrations) {
    const removal = { kind: "integration", subject: name } as const;
    if (removed_at === null) await removeIntegration(context, name);
    if (!(await isRemoving(context.db, removal))) continue;
    await releaseRemoval(context.db, removal, await removeInstallationsOf(context, name));
    return false;
  }
  return true;
}

/** @returns the part of the batch that the removed rows take up, at most `room` */
async function removeRows(
  context: RemovalContext,
  { table, key, owners, binary }: ListedTable,
  organizationId: string,
  room: number,
): Promise<number> {
  if (table === "installations") return await removeInstallations(context, organizationId);
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

async function removeInstallations(context: RemovalContext, organizationId: string): Promise<number> {
  const { db, deliveries, now } = context;
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
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  const endpoints = await listEndpointsOf(context, ids);
  for (const { id } of [...endpoints.values()].flat()) await deliveries.deleteEndpoint(id);
  for (const tenant of ids) await deliveries.clearHold({ tenant }, holds.installation);
  await db.deleteFrom("installations").where("id", "in", ids).execute();
  // Counts as a separate batch.
  return partSize;
}

/** Removes the data of deleted endpoints now. @returns whether there could be more */
async function removeDeletedEndpoints({ deliveries, now }: PlatformContext): Promise<boolean> {
  // A retention of the current time reaches back to 1970, so only data of deleted endpoints is removed.
  const policy = { deliveredMilliseconds: now(), failedMilliseconds: now() };
  return await deliveries.removeExpired(policy);
}
