import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool, PoolClient } from "pg";
import { currentScope, scopeSetting } from "./organization-scope.ts";

const setScope = `select set_config('${scopeSetting}', $1, false)`;
/** What each connection sees; one that is not here has never been set, and sees nothing. */
const scopes = new WeakMap<PoolClient, string>();

/** Lends the connections of a pool, each set to the organizations that whoever borrows it works for, for statements that have to end within a time. A connection that did not is closed. */
export function boundPool(pool: Pool, timeoutMilliseconds: number): PostgresPool {
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      const bound = boundClient(client, timeoutMilliseconds);
      const scope = currentScope();
      if (scopes.get(client) === scope) return bound;
      try {
        await bound.query(setScope, [scope]);
      } catch (error) {
        client.release(true);
        throw error;
      }
      scopes.set(client, scope);
      return bound;
    },
    end: async () => await pool.end(),
  };
}

function boundClient(client: PoolClient, timeoutMilliseconds: number): PostgresPoolClient {
  let late: Error | undefined;
  const query = async (statement: string, values: unknown[]): Promise<unknown> => {
    if (late !== undefined) throw late;
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const message = `the database did not respond within ${timeoutMilliseconds} ms`;
      late = Object.assign(new Error(message), { code: "ETIMEDOUT" });
      reject(late);
    }, timeoutMilliseconds);
    try {
      return await Promise.race([client.query(statement, values), tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };
  // Kysely's other way to call it is for cursors, which the platform does not use.
  return { query: query as PostgresPoolClient["query"], release: () => client.release(late !== undefined) };
}
