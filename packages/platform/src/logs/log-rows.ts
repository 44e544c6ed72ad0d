import type { Kysely, Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { NewLogRow } from "./log-line.ts";

const keptBytes = 10 * 1024 * 1024;
const insertBatch = 100;

/** Writes rows at the end of a log. The row of its position is locked until then, so that nobody sees a later line before. */
export async function appendLogRows(
  db: Kysely<Tables>,
  integration: string,
  rows: readonly NewLogRow[],
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
      }))
      .onConflict((conflict) =>
        conflict.column("integration").doUpdateSet((update) => ({
          position: update("integration_log_positions.position", "+", rows.length),
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

/** Removes the oldest lines of a log that has more bytes than are kept. */
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

/** The position of the newest line; 0 of an empty log. */
export async function lastPosition(db: Kysely<Tables>, integration: string): Promise<number> {
  const row = await db
    .selectFrom("integration_log_positions")
    .select("position")
    .where("integration", "=", integration)
    .executeTakeFirst();
  return row?.position ?? 0;
}
