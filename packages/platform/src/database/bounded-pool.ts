import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool, PoolClient } from "pg";

/** Lends the connections of a pool for statements that have to end within a time. A connection that did not is closed. */
export function boundPool(pool: Pool, timeoutMilliseconds: number): PostgresPool {
  return {
    options: pool.options,
    connect: async () => boundClient(await pool.connect(), timeoutMilliseconds),
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
