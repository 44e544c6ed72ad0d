import type { BetterAuthOptions } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { type Kysely, sql } from "kysely";

/** The database dialect of the accounts. */
export type AccountDialect = "sqlite" | "postgres";

// An arbitrary number, locked by every process that migrates the account tables.
const migrationLock = 7_211_064;

/**
 * Creates the account tables and adds columns of newer versions. Servers that start together wait for each
 * other.
 */
export async function migrateAccounts<Tables>(
  database: Kysely<Tables>,
  dialect: AccountDialect,
  options: BetterAuthOptions,
): Promise<void> {
  // Plans under the lock, because another server may have just migrated.
  const migrate = async (): Promise<void> => await (await getMigrations(options)).runMigrations();
  // A SQLite folder belongs to this process alone.
  if (dialect === "sqlite") return await migrate();
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(current_schema(), ${migrationLock}))`.execute(
      transaction,
    );
    await migrate();
  });
}

const expiringTables = ["auth_sessions", "auth_verifications", "auth_device_codes"];

/**
 * Deletes expired sessions, links and codes. The library only deletes those that are used after they expire.
 */
export async function forgetExpired<Tables>(database: Kysely<Tables>): Promise<void> {
  const now = new Date().toISOString();
  for (const table of expiringTables)
    await sql`delete from ${sql.table(table)} where "expiresAt" < ${now}`.execute(database);
}
