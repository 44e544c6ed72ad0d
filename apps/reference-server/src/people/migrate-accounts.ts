import type { BetterAuthOptions } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { type Kysely, sql } from "kysely";

/** Which database holds the accounts. */
export type AccountDialect = "sqlite" | "postgres";

// Any number; every process that brings the tables of this schema up to date takes the lock of it first.
const migrationLock = 7_211_064;

/**
 * Creates the tables of accounts and sessions, and adds columns of a newer version. Servers that start at once wait for
 * each other.
 */
export async function migrateAccounts<Tables>(
  database: Kysely<Tables>,
  dialect: AccountDialect,
  options: BetterAuthOptions,
): Promise<void> {
  // The plan is made under the lock: another server may just have carried out the same.
  const migrate = async (): Promise<void> => await (await getMigrations(options)).runMigrations();
  // SQLite's folder belongs to this process alone.
  if (dialect === "sqlite") return await migrate();
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(current_schema(), ${migrationLock}))`.execute(
      transaction,
    );
    await migrate();
  });
}

const expiringTables = ["auth_sessions", "auth_verifications", "auth_device_codes"];

/** Deletes sessions, links and codes that have expired: the library does so only with those that somebody tries to use. */
export async function forgetExpired<Tables>(database: Kysely<Tables>): Promise<void> {
  const now = new Date().toISOString();
  for (const table of expiringTables)
    await sql`delete from ${sql.table(table)} where "expiresAt" < ${now}`.execute(database);
}
