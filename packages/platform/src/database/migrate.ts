import { DeliveryError, type DeliveryStore } from "@plugboard/webhook-delivery";
import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { createMigrations } from "./migrations.ts";
import { applyRowPolicies } from "./row-policies.ts";
import { toMigrationFailed, toTooNew } from "./storage-error.ts";
import type { Tables } from "./tables.ts";

/**
 * Brings all tables up to date: the delivery engine's first, then the platform's own. Servers that start at once wait for
 * each other.
 *
 * @throws PlatformError `data_too_new` or `data_unreadable`
 */
export async function migrate(
  db: Kysely<Tables>,
  deliveries: DeliveryStore,
  dialect: "sqlite" | "postgres",
): Promise<void> {
  await migrateDeliveries(deliveries);
  const migrations = createMigrations(dialect, deliveries);
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error === undefined) {
    if (dialect === "postgres") await applyRowPolicies(db);
    return;
  }
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

async function migrateDeliveries(deliveries: DeliveryStore): Promise<void> {
  try {
    await deliveries.migrate();
  } catch (error) {
    if (!(error instanceof DeliveryError && error.code === "schema_too_new")) throw error;
    throw toTooNew("of the delivery engine", error);
  }
}
