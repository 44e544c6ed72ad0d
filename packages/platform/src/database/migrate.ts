import { DeliveryError, type DeliveryStore } from "@plugboard/webhook-delivery";
import { type Kysely, sql } from "kysely";
import { type MigrationProvider, Migrator } from "kysely/migration";
import { applyEventNotices } from "./event-notices.ts";
import { createMigrationTables, lockMigrations } from "./migration-lock.ts";
import { createMigrations } from "./migrations.ts";
import { applyRowPolicies } from "./row-policies.ts";
import { toMigrationFailed, toTooNew } from "./storage-error.ts";
import type { Tables } from "./tables.ts";

/**
 * Migrates all tables: first the delivery engine's, then the platform's. Concurrent servers wait for each
 * other.
 *
 * @throws PlatformError `data_too_new` or `data_unreadable`
 */
export async function migrate(
  db: Kysely<Tables>,
  deliveries: DeliveryStore,
  dialect: "sqlite" | "postgres",
): Promise<void> {
  await migrateDeliveries(deliveries);
  const migrations = createMigrations(dialect);
  const provider = { getMigrations: async () => migrations };
  const { error } =
    dialect === "sqlite"
      ? await new Migrator({ db, provider }).migrateToLatest()
      : await migrateSchema(db, provider);
  if (error === undefined) {
    if (dialect === "sqlite") return;
    await applyRowPolicies(db);
    await applyEventNotices(db);
    return;
  }
  const unknown = (await listApplied(db)).filter((name) => !Object.hasOwn(migrations, name));
  throw unknown.length > 0 ? toTooNew(unknown.join(", "), error) : toMigrationFailed(error);
}

/** Migrates the tables in the connection's schema. */
async function migrateSchema(
  db: Kysely<Tables>,
  provider: MigrationProvider,
): Promise<{ readonly error?: unknown }> {
  await createMigrationTables(db);
  const current = sql<{ readonly schema: string }>`select current_schema() as schema`;
  try {
    await db.transaction().execute(async (transaction) => {
      await lockMigrations(transaction);
      const { schema: migrationTableSchema = "public" } = (await current.execute(transaction)).rows[0] ?? {};
      const migrator = new Migrator({ db: transaction, provider, migrationTableSchema });
      const { error } = await migrator.migrateToLatest();
      if (error !== undefined) throw error;
    });
    return {};
  } catch (error) {
    return { error };
  }
}

async function listApplied(db: Kysely<Tables>): Promise<string[]> {
  const applied = sql<{ readonly name: string }>`select name from kysely_migration`.execute(db);
  return await applied.then(
    ({ rows }) => rows.map(({ name }) => name),
    () => [],
  );
}

async function migrateDeliveries(deliveries: DeliveryStore): Promise<void> {
  try {
    await deliveries.migrate();
  } catch (error) {
    if (!(error instanceof DeliveryError && error.code === "schema_too_new")) throw error;
    throw toTooNew("of the delivery engine", error);
  }
}
