import { DeliveryError } from "../delivery-error.ts";
import { number } from "../rows/columns.ts";
import { migrations } from "./schema.ts";
import type { SqliteSession } from "./session.ts";

/** Brings the tables up to date. Throws `DeliveryError` (`schema_too_new`) when a newer version of the package made them. */
export function migrateSqlite({ database, transact, first, clock }: SqliteSession): Promise<void> {
  return transact(() => {
    database.exec(
      "CREATE TABLE IF NOT EXISTS webhook_migrations (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT",
    );
    const newestApplied = first("SELECT coalesce(max(version), 0) AS version FROM webhook_migrations");
    const current = number(newestApplied, "version");
    const newest = migrations.at(-1)?.version ?? 0;
    if (current > newest) {
      throw new DeliveryError(
        "schema_too_new",
        `the tables are at version ${current}, this package knows ${newest}; upgrade the package`,
      );
    }
    const note = database.prepare("INSERT INTO webhook_migrations (version, applied_at) VALUES (?, ?)");
    for (const { version, sql } of migrations) {
      if (version <= current) continue;
      database.exec(sql);
      note.run(version, clock());
    }
  });
}
