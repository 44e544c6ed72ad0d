import type { BetterAuthOptions } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { type Kysely, sql } from "kysely";
import { agentTables } from "../agent-access/agent-tables.ts";

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

// Access tokens refer to refresh tokens.
const expiringTables = [
  "auth_sessions",
  "auth_verifications",
  "auth_device_codes",
  agentTables.oauthAccessToken.modelName,
  agentTables.oauthRefreshToken.modelName,
  agentTables.oauthClientAssertion.modelName,
];

const dayMilliseconds = 24 * 3_600_000;

/**
 * Deletes expired sessions, links and codes, and agents that no person connected within a day. The library
 * only deletes expired rows when they are used again, and it stores every agent that requests access.
 */
export async function forgetExpired<Tables>(database: Kysely<Tables>): Promise<void> {
  const now = new Date().toISOString();
  const dayAgo = new Date(Date.now() - dayMilliseconds).toISOString();
  for (const table of expiringTables)
    await sql`delete from ${sql.table(table)} where "expiresAt" < ${now}`.execute(database);
  const consents = sql.table(agentTables.oauthConsent.modelName);
  await sql`delete from ${sql.table(agentTables.oauthClient.modelName)}
    where "createdAt" < ${dayAgo} and "clientId" not in (select "clientId" from ${consents})`.execute(
    database,
  );
}
