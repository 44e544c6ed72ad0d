import { DeliveryError, type DeliveryStore } from "@plugboard/webhook-delivery";
import { type Kysely, sql } from "kysely";
import { type MigrationProvider, Migrator } from "kysely/migration";
import { applyEventNotices } from "./event-notices.ts";
import { createMigrationTables, lockMigrations } from "./migration-lock.ts";
import { invalidDefinition } from "../common/invalid-definition.ts";
import type { Product } from "../product/product.ts";
import { listHiddenTables, platformTables } from "./organization-rows.ts";
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
  product?: StoredProduct,
): Promise<void> {
  await migrateDeliveries(deliveries);
  const migrations = createMigrations(dialect);
  const provider = { getMigrations: async () => migrations };
  const { error } =
    dialect === "sqlite"
      ? await new Migrator({ db, provider }).migrateToLatest()
      : await migrateSchema(db, provider);
  if (error === undefined) {
    if (product !== undefined) await migrateProduct(db, product, dialect);
    if (dialect === "sqlite") return;
    await applyRowPolicies(db, listHiddenTables(product));
    await applyEventNotices(db);
    return;
  }
  const unknown = (await listApplied(db)).filter((name) => !Object.hasOwn(migrations, name));
  throw unknown.length > 0 ? toTooNew(unknown.join(", "), error) : toMigrationFailed(error);
}

/** A product whose tables are stored next to the platform's. */
export type StoredProduct = Pick<Product, "contract" | "tables" | "migrations">;

const productTables = {
  migrationTableName: "product_migration",
  migrationLockTableName: "product_migration_lock",
};

/** Migrates the product's tables. @throws PlatformError `invalid_definition` for an undeclared table */
async function migrateProduct(
  db: Kysely<Tables>,
  { contract: { name }, tables = {}, migrations = {} }: StoredProduct,
  dialect: "sqlite" | "postgres",
): Promise<void> {
  const taken = Object.keys(tables).find((table) => platformTables.has(table));
  if (taken !== undefined)
    throw invalidDefinition(`The table ${taken} has the name of a table of the platform. Rename it.`);
  const provider = { getMigrations: async () => ({ ...migrations }) };
  const { error } =
    dialect === "sqlite"
      ? await new Migrator({ db, provider, ...productTables }).migrateToLatest()
      : await migrateSchema(db, provider, productTables);
  if (error !== undefined) throw toMigrationFailed(error);
  const stored = await listTables(db, dialect);
  const undeclared = stored.find(
    (table) =>
      !platformTables.has(table) && !Object.hasOwn(tables, table) && !/_migration(?:_lock)?$/.test(table),
  );
  if (undeclared !== undefined)
    throw invalidDefinition(
      `The table ${undeclared} is not declared. Add it to \`tables\` of the product ${name}, so that its rows are kept apart by organization.`,
    );
  const missing = Object.keys(tables).find((table) => !stored.includes(table));
  if (missing !== undefined)
    throw invalidDefinition(
      `The table ${missing} of the product ${name} does not exist. Create it in a migration.`,
    );
}

async function listTables(db: Kysely<Tables>, dialect: "sqlite" | "postgres"): Promise<readonly string[]> {
  const listed =
    dialect === "sqlite"
      ? sql<{ readonly name: string }>`
          select name from main.sqlite_schema where type = 'table' and name not like 'sqlite_%'`
      : sql<{ readonly name: string }>`
          select tablename as name from pg_tables where schemaname = current_schema()`;
  return (await listed.execute(db)).rows.map(({ name }) => name);
}

/** Migrates the tables in the connection's schema. */
async function migrateSchema(
  db: Kysely<Tables>,
  provider: MigrationProvider,
  names: Partial<typeof productTables> = {},
): Promise<{ readonly error?: unknown }> {
  await createMigrationTables(db);
  const current = sql<{ readonly schema: string }>`select current_schema() as schema`;
  try {
    await db.transaction().execute(async (transaction) => {
      await lockMigrations(transaction);
      const { schema: migrationTableSchema = "public" } = (await current.execute(transaction)).rows[0] ?? {};
      const migrator = new Migrator({ db: transaction, provider, migrationTableSchema, ...names });
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
