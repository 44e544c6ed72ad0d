import { checkSchemaVersion } from "../queue/check-schema-version.ts";
import { number } from "../rows/columns.ts";
import { type Migration, migrations } from "./schema.ts";
import type { PostgresSession } from "./session.ts";

/** PostgreSQL's errors for concurrent creation, which occur despite `IF NOT EXISTS`. */
const createdMeanwhile: ReadonlySet<unknown> = new Set(["23505", "42710", "42P06", "42P07"]);

/**
 * Upgrades the tables. Throws `DeliveryError` (`schema_too_new`) if a newer version of the package created
 * them.
 *
 * @param steps overrides the schema's own steps, for upgrade tests
 */
export async function migratePostgres(
  session: PostgresSession,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  const { transactAtLength, now } = session;
  await createHistory(session);
  await transactAtLength(async (query) => {
    // The row of version 0 is the lock for schema changes; it works on any database.
    await query("INSERT INTO webhooks.migrations (version, applied_at) VALUES (0, 0) ON CONFLICT DO NOTHING");
    await query("SELECT 1 FROM webhooks.migrations WHERE version = 0 FOR UPDATE");
    const [row = {}] = await query("SELECT max(version) AS version FROM webhooks.migrations");
    const current = number(row, "version");
    checkSchemaVersion(current, steps.length);
    for (const { version, statements } of steps) {
      if (version <= current) continue;
      for (const statement of statements) await query(statement);
      await query("INSERT INTO webhooks.migrations (version, applied_at) VALUES ($1, $2)", [version, now()]);
    }
  });
}

async function createHistory({ query, schema }: PostgresSession): Promise<void> {
  // A role that can't create schemas uses an existing one.
  const [known] = await query("SELECT 1 FROM pg_namespace WHERE nspname = $1", [schema]);
  const statements = [
    ...(known === undefined ? [`CREATE SCHEMA IF NOT EXISTS "${schema}"`] : []),
    "CREATE TABLE IF NOT EXISTS webhooks.migrations (version integer PRIMARY KEY, applied_at bigint NOT NULL)",
  ];
  for (const statement of statements) {
    await query(statement).catch((error: unknown) => {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (!createdMeanwhile.has(code)) throw error;
    });
  }
}
