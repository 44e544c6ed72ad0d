import type { BetterAuthOptions } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { type Kysely, sql } from "kysely";
import { agentTables } from "../agent-access/agent-tables.ts";
import { endAgentsWithMembers } from "../agent-access/end-agents-with-members.ts";

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
  const migrate = async (): Promise<void> => {
    await (await getMigrations(options)).runMigrations();
    await createIndexes(database);
    await endAgentsWithMembers(database, dialect);
  };
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

/** The columns of queries that the library doesn't index. */
const indexedColumns: readonly (readonly [table: string, ...columns: string[]])[] = [
  ...expiringTables.map((table) => [table, "expiresAt"] as const),
  [agentTables.oauthConsent.modelName, "referenceId", "id"],
  [agentTables.oauthConsent.modelName, "userId", "id"],
  [agentTables.oauthAccessToken.modelName, "referenceId", "userId"],
  [agentTables.oauthRefreshToken.modelName, "referenceId", "userId"],
  [agentTables.oauthResource.modelName, "name"],
  [agentTables.oauthClient.modelName, "createdAt"],
];

async function createIndexes<Tables>(database: Kysely<Tables>): Promise<void> {
  for (const [table, ...columns] of indexedColumns) {
    const index = sql.ref(`${table}_by_${columns.join("_")}`.toLowerCase());
    const list = sql.join(columns.map((column) => sql.ref(column)));
    await sql`create index if not exists ${index} on ${sql.table(table)} (${list})`.execute(database);
  }
}

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
