import { DeliveryError, type DeliveryStore } from "@plugboard/webhook-delivery";
import { type Kysely, sql, type Transaction } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { invalidDefinition } from "../common/invalid-definition.ts";
import { PlatformError } from "../common/platform-error.ts";
import type { ProductData } from "../product/product-data.ts";
import { checkProductTables } from "./check-product-tables.ts";
import { claimProduct } from "./claim-product.ts";
import { applyEventNotices } from "./event-notices.ts";
import { createMigrationTables, lockMigrations } from "./migration-lock.ts";
import { createMigrations } from "./migrations.ts";
import { listHiddenTables, listProductTables, platformTables } from "./organization-rows.ts";
import { applyRowPolicies, createRowPolicies, removeRowPolicies } from "./row-policies.ts";
import { toMigrationFailed, toTooNew } from "./storage-error.ts";
import type { Tables } from "./tables.ts";

/**
 * Migrates all tables: first the delivery engine's, then the platform's, then the product's. Concurrent servers
 * wait for each other. A failed migration changes nothing.
 *
 * @throws PlatformError `data_too_new`, `data_unreadable`, or `invalid_definition` for the product's tables
 */
export async function migrate(
  db: Kysely<Tables>,
  deliveries: DeliveryStore,
  dialect: "sqlite" | "postgres",
  { product, hostTables = [] }: MigrationOptions = {},
): Promise<void> {
  await migrateDeliveries(deliveries);
  if (dialect === "postgres") await createMigrationTables(db);
  await runMigrations(db, dialect, { migrations: createMigrations(dialect), log: platformLog });
  if (product !== undefined) await migrateProduct(db, product, dialect, hostTables);
  if (dialect === "sqlite") return;
  await applyRowPolicies(db, listHiddenTables());
  await applyEventNotices(db);
}

/** A product whose tables are stored next to the platform's. */
export type StoredProduct = Pick<ProductData, "contract" | "tables" | "migrations">;

interface MigrationOptions {
  readonly product?: StoredProduct | undefined;
  /** Tables of neither the platform nor the product. */
  readonly hostTables?: readonly string[] | undefined;
}

/** Kysely's tables of completed migrations. */
interface MigrationLog {
  readonly migrationTableName: string;
  readonly migrationLockTableName: string;
}

const platformLog: MigrationLog = {
  migrationTableName: "kysely_migration",
  migrationLockTableName: "kysely_migration_lock",
};
const productLog: MigrationLog = {
  migrationTableName: "product_migration",
  migrationLockTableName: "product_migration_lock",
};

async function migrateProduct(
  db: Kysely<Tables>,
  { contract: { name }, tables = {}, migrations = {} }: StoredProduct,
  dialect: "sqlite" | "postgres",
  hostTables: readonly string[],
): Promise<void> {
  const taken = Object.keys(tables).find((table) => platformTables.has(table));
  if (taken !== undefined)
    throw invalidDefinition(`The table ${taken} has the name of a table of the platform. Rename it.`);
  await claimProduct(db, name);
  await runMigrations(db, dialect, {
    migrations,
    log: productLog,
    // Policies would prevent changes to the columns that they read, and hide rows from the migrations.
    before: async (transaction) => {
      if (dialect === "postgres") await removeRowPolicies(transaction, (table) => !platformTables.has(table));
    },
    after: async (transaction) => {
      const ignored = [...Object.values(platformLog), ...Object.values(productLog), ...hostTables];
      await checkProductTables(transaction, dialect, { name, tables }, ignored);
      if (dialect === "sqlite") return;
      await createRowPolicies(transaction, listProductTables({ tables }));
      await removeRowPolicies(transaction, (table) => tables[table] === "platform");
    },
  });
}

interface MigrationRun {
  readonly migrations: Readonly<Record<string, Migration>>;
  readonly log: MigrationLog;
  /** Called before the migrations, if there are any to run. */
  readonly before?: (transaction: Transaction<Tables>) => Promise<void>;
  readonly after?: (transaction: Transaction<Tables>) => Promise<void>;
}

/** Migrates the tables in the connection's schema in one transaction. */
async function runMigrations(
  db: Kysely<Tables>,
  dialect: "sqlite" | "postgres",
  { migrations, log, before, after }: MigrationRun,
): Promise<void> {
  try {
    await db.transaction().execute(async (transaction) => {
      if (dialect === "postgres") await lockMigrations(transaction);
      const migrator = new Migrator({
        db: transaction,
        provider: { getMigrations: async () => ({ ...migrations }) },
        ...log,
        ...(dialect === "postgres" && { migrationTableSchema: await currentSchema(transaction) }),
      });
      const isDue = (await migrator.getMigrations()).some(({ executedAt }) => executedAt === undefined);
      if (isDue) await before?.(transaction);
      const { error } = await migrator.migrateToLatest();
      if (error !== undefined) throw error;
      await after?.(transaction);
    });
  } catch (error) {
    if (error instanceof PlatformError) throw error;
    const applied = await listApplied(db, log);
    const unknown = applied.filter((name) => !Object.hasOwn(migrations, name));
    throw unknown.length > 0 ? toTooNew(unknown.join(", "), error) : toMigrationFailed(error);
  }
}

async function currentSchema(db: Kysely<Tables>): Promise<string> {
  const current = sql<{ readonly schema: string }>`select current_schema() as schema`;
  return (await current.execute(db)).rows[0]?.schema ?? "public";
}

async function listApplied(db: Kysely<Tables>, { migrationTableName }: MigrationLog): Promise<string[]> {
  const names = sql<{ readonly name: string }>`select name from ${sql.table(migrationTableName)}`;
  return await names.execute(db).then(
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
