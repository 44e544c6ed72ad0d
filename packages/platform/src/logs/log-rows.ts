import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { NewLogRow } from "./log-line.ts";

const keptBytes = 10 * 1024 * 1024;
const insertBatch = 100;
/** A batch of a stream gathers lines for this time. */
export const gatherMilliseconds = 2_000;

/** Appends rows to a log. Locks the row with its position, so that readers never see a later line first. */
export async function appendLogRows(
  db: Kysely<Tables>,
  integration: string,
  rows: readonly NewLogRow[],
  now: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { position: last, organization_id } = await transaction
      .insertInto("integration_log_positions")
      .values((query) => ({
        organization_id: query
          .selectFrom("integrations")
          .select("organization_id")
          .where("name", "=", integration),
        integration,
        position: rows.length,
        stream_due_at: streamDueAt(integration, now + gatherMilliseconds),
      }))
      .onConflict((conflict) =>
        conflict.column("integration").doUpdateSet((update) => ({
          position: update("integration_log_positions.position", "+", rows.length),
          stream_due_at: update.fn.coalesce(
            "integration_log_positions.stream_due_at",
            "excluded.stream_due_at",
          ),
        })),
      )
      .returning(["position", "organization_id"])
      .executeTakeFirstOrThrow();
    const owners = await findOwners(
      transaction,
      rows.flatMap((row) => row.installation_id ?? []),
    );
    const placed = rows.map((row, index) => ({
      ...row,
      organization_id,
      installation_organization_id: owners.get(row.installation_id ?? "") ?? null,
      position: last - rows.length + index + 1,
    }));
    for (let from = 0; from < placed.length; from += insertBatch)
      await transaction
        .insertInto("integration_logs")
        .values(placed.slice(from, from + insertBatch))
        .execute();
  });
}

/** Returns the time to stream new lines, null if their organization has no stream. Needs no statement of its own. */
function streamDueAt(integration: string, dueAt: number) {
  return sql<number | null>`(select cast(${dueAt} as bigint) from streams where kind = 'logs'
    and organization_id = (select organization_id from integrations where name = ${integration}))`;
}

async function findOwners(
  transaction: Transaction<Tables>,
  installationIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (installationIds.length === 0) return new Map();
  const rows = await transaction
    .selectFrom("installations")
    .select(["id", "organization_id"])
    .where("id", "in", [...new Set(installationIds)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.organization_id]));
}

/** Deletes the oldest lines of a log that exceeds its size limit. */
export async function trimLog(db: Kysely<Tables>, integration: string): Promise<void> {
  const sums = db
    .selectFrom("integration_logs")
    .select((row) => [
      "position",
      row.fn
        .sum<number>("bytes")
        .over((over) => over.orderBy("position", "desc"))
        .as("kept"),
    ])
    .where("integration", "=", integration);
  const cut = await db
    .selectFrom(sums.as("sums"))
    .select((row) => row.fn.max("position").as("position"))
    .where("kept", ">", keptBytes)
    .executeTakeFirst();
  if (typeof cut?.position !== "number") return;
  await db
    .deleteFrom("integration_logs")
    .where("integration", "=", integration)
    .where("position", "<=", cut.position)
    .execute();
}

/** Returns the position of the newest line; 0 if the log is empty. */
export async function lastPosition(db: Kysely<Tables>, integration: string): Promise<number> {
  const row = await db
    .selectFrom("integration_log_positions")
    .select("position")
    .where("integration", "=", integration)
    .executeTakeFirst();
  return row?.position ?? 0;
}
