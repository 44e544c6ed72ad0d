import { DeliveryError } from "../delivery-error.ts";
import { number } from "../rows/columns.ts";
import { migrations } from "./schema.ts";
import type { PostgresSession } from "./session.ts";

/** Held while the schema changes. Any number that nobody else is likely to choose. */
const migrationLock = 7_283_914_502;

/** Brings the tables up to date. Throws `DeliveryError` (`schema_too_new`) when a newer version of the package made them. */
export function migratePostgres({ transact, clock }: PostgresSession): Promise<void> {
  return transact(async (query) => {
    await query("SELECT pg_advisory_xact_lock($1)", [migrationLock]);
    await query("CREATE SCHEMA IF NOT EXISTS webhooks");
    await query(
      "CREATE TABLE IF NOT EXISTS webhooks.migrations (version integer PRIMARY KEY, applied_at bigint NOT NULL)",
    );
    const [row = {}] = await query("SELECT coalesce(max(version), 0) AS version FROM webhooks.migrations");
    const current = number(row, "version");
    const newest = migrations.at(-1)?.version ?? 0;
    if (current > newest) {
      throw new DeliveryError(
        "schema_too_new",
        `the tables are at version ${current}, this package knows ${newest}; upgrade the package`,
      );
    }
    for (const { version, sql } of migrations) {
      if (version <= current) continue;
      await query(sql);
      await query("INSERT INTO webhooks.migrations (version, applied_at) VALUES ($1, $2)", [
        version,
        clock(),
      ]);
    }
  });
}
