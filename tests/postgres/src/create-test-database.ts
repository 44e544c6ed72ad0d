import type { DatabaseRole } from "./start-postgres.ts";

/** The environment variable with the address of the server shared by a run's tests. */
export const sharedServerVariable = "TEST_DATABASES_URL";

/**
 * Creates an empty database on the server shared by all tests of a run, and returns a connection string. The database is removed at the
 * end of the run. A test that stops or kills its server starts its own with `startPostgres`.
 */
export async function createTestDatabase(role: DatabaseRole = "owner"): Promise<string> {
  const broker = process.env[sharedServerVariable];
  if (broker === undefined)
    throw new Error("no shared server: run this by vitest with the repository's config");
  const response = await fetch(new URL(role, broker));
  const text = await response.text();
  if (!response.ok) throw new Error(`the shared server created no database: ${text}`);
  return text;
}
