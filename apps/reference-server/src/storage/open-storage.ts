import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { DeliveryStore } from "@plugboard/webhook-delivery";
import { createSqliteDeliveryStore } from "@plugboard/webhook-delivery/sqlite";
import { Kysely, PostgresDialect } from "kysely";
import { Migrator } from "kysely/migration";
import { ServerError } from "../server-error.ts";
import { loadMasterKey } from "./master-key.ts";
import { createMigrations } from "./migrations.ts";
import { createNodeSqliteDialect } from "./node-sqlite-dialect.ts";
import { createSecretBox, type SecretBox } from "./secret-box.ts";
import type { Tables } from "./tables.ts";

/** Everything that outlives the process. */
export interface Storage {
  readonly db: Kysely<Tables>;
  readonly deliveries: DeliveryStore;
  readonly secretBox: SecretBox;
  readonly close: () => Promise<void>;
}

const maximumConnections = 20;

interface StorageLocation {
  readonly dataDir: string;
  readonly databaseUrl?: string;
}

/**
 * Opens the database and brings its tables up to date.
 *
 * @throws ServerError `data_unwritable`, `data_unreadable` or `database_unreachable`, in one line.
 */
export async function openStorage({ dataDir, databaseUrl }: StorageLocation): Promise<Storage> {
  const secretBox = createSecretBox(await openDataFolder(dataDir));
  return databaseUrl === undefined
    ? await openSqlite(dataDir, secretBox)
    : await openPostgres(databaseUrl, secretBox);
}

async function openDataFolder(dataDir: string): Promise<Uint8Array> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return await loadMasterKey(dataDir);
  } catch (error) {
    if (error instanceof ServerError) throw error;
    throw unwritable(dataDir, error);
  }
}

async function openSqlite(dataDir: string, secretBox: SecretBox): Promise<Storage> {
  // Two files, each with one connection: the platform's transactions and the delivery engine's never wait for another.
  const platform = openDatabase(dataDir, "platform.db");
  const delivery = openDatabase(dataDir, "delivery.db");
  const db = new Kysely<Tables>({ dialect: createNodeSqliteDialect(platform) });
  await migrate(db, "sqlite");
  const deliveries = createSqliteDeliveryStore(delivery, { secretBox });
  await deliveries.migrate();
  const close = async (): Promise<void> => {
    await deliveries.close();
    await db.destroy();
    delivery.close();
  };
  return { db, deliveries, secretBox, close };
}

function openDatabase(dataDir: string, name: string): DatabaseSync {
  try {
    const database = new DatabaseSync(join(dataDir, name));
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;");
    return database;
  } catch (error) {
    throw unwritable(dataDir, error);
  }
}

async function openPostgres(databaseUrl: string, secretBox: SecretBox): Promise<Storage> {
  // Loaded here, so that the embedded default starts without them.
  const { default: pg } = await import("pg");
  const { createPostgresDeliveryStore } = await import("@plugboard/webhook-delivery/postgres");
  // Times and counts fit a JavaScript number, which pg would hand over as a string.
  const getTypeParser: typeof pg.types.getTypeParser = (id, format) =>
    id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    types: { getTypeParser },
    max: maximumConnections,
  });
  await pool.query("select 1").catch((error: unknown) => {
    throw new ServerError(
      "database_unreachable",
      `The database at DATABASE_URL cannot be used: ${reason(error)}.`,
    );
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await migrate(db, "postgres");
  const deliveries = createPostgresDeliveryStore(pool, { secretBox });
  await deliveries.migrate();
  const close = async (): Promise<void> => {
    await deliveries.close();
    await db.destroy();
  };
  return { db, deliveries, secretBox, close };
}

async function migrate(db: Kysely<Tables>, dialect: "sqlite" | "postgres"): Promise<void> {
  const provider = { getMigrations: async () => createMigrations(dialect) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) {
    throw new ServerError(
      "data_unreadable",
      `The database could not be brought up to date: ${reason(error)}.`,
    );
  }
}

function unwritable(dataDir: string, error: unknown): ServerError {
  return new ServerError(
    "data_unwritable",
    `PLUGBOARD_DATA_DIR ${dataDir} cannot be written: ${reason(error)}. Name a folder this user may write.`,
    { cause: error },
  );
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
