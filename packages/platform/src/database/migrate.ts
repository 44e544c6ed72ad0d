import { DeliveryError, type DeliveryStore } from "@plugboard/webhook-delivery";
import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { createMigrations } from "./migrations.ts";
import { toMigrationFailed, toTooNew } from "./storage-error.ts";
import type { Tables } from "./tables.ts";

/**
 * Brings the platform's own tables up to date. Servers that start at once wait for each other.
 *
 * @throws PlatformError `data_too_new` or `data_unreadable`
 */
export async function migrateTables(db: Kysely<Tables>, dialect: "sqlite" | "postgres"): Promise<void> {
  const migrations = createMigrations(dialect);
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error === undefined) return;
  const unknown = (await listApplied(db)).filter((name) => !Object.hasOwn(migrations, name));
  throw unknown.length > 0 ? toTooNew(unknown.join(", "), error) : toMigrationFailed(error);
}

async function listApplied(db: Kysely<Tables>): Promise<string[]> {
  const applied = sql<{ readonly name: string }>`select name from kysely_migration`.execute(db);
  return await applied.then(
    ({ rows }) => rows.map(({ name }) => name),
    () => [],
  );
}

/** Brings the delivery engine's tables up to date. @throws PlatformError `data_too_new`; what the database itself throws */
export async function migrateDeliveries(deliveries: Pick<DeliveryStore, "migrate">): Promise<void> {
  try {
    await deliveries.migrate();
  } catch (error) {
    if (!(error instanceof DeliveryError && error.code === "schema_too_new")) throw error;
    throw toTooNew("of the delivery engine", error);
  }
}
