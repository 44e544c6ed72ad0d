import { Kysely, PostgresDialect } from "kysely";
import { PlatformError } from "../common/platform-error.ts";
import { migrateDeliveries } from "./migrate-deliveries.ts";
import { migrateTables } from "./migrate-tables.ts";
import type { Databases } from "./databases.ts";
import type { SecretBox } from "./secret-box.ts";
import { reasonOf, toMigrationFailed } from "./storage-error.ts";
import type { Tables } from "./tables.ts";

const maximumConnections = 20;
const connectTimeoutMilliseconds = 5000;

/** Opens PostgreSQL; any number of servers may. @throws PlatformError `database_unreachable`, `data_too_new` or `data_unreadable` */
export async function openPostgres(
  databaseUrl: string,
  secretBox: SecretBox,
  onError: (error: unknown) => void,
): Promise<Databases> {
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
    connectionTimeoutMillis: connectTimeoutMilliseconds,
  });
  // Without a listener, a connection that breaks while idle would end the process.
  pool.on("error", onError);
  try {
    await pool.query("select 1");
  } catch (error) {
    await pool.end();
    throw new PlatformError("database_unreachable", `the database cannot be used: ${reasonOf(error)}.`, [], {
      cause: error,
    });
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const deliveries = createPostgresDeliveryStore(pool, { secretBox });
  const close = async (): Promise<void> => {
    await deliveries.close();
    await db.destroy();
  };
  try {
    await migrateTables(db, "postgres");
    await migrateDeliveries(deliveries);
    return { db, deliveries, close };
  } catch (error) {
    await close();
    throw error instanceof PlatformError ? error : toMigrationFailed(error);
  }
}
