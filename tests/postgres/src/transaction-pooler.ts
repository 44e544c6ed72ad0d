/** Runs queries. */
interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** A client checked out of a pool, the events of its connection included. */
interface PooledClient extends Queryable {
  release(destroy?: boolean): void;
  on(event: string, listener: (...values: never[]) => void): unknown;
}

/** A pool of connections to a server. */
export interface ConnectionPool extends Queryable {
  connect(): Promise<PooledClient>;
}

/**
 * Puts a pooler in transaction mode in front of a pool: a client has a connection only inside a transaction, gets a different
 * one each time, and what it set on one is gone with the next. Statements that need more than that fail their users here as
 * they would behind PgBouncer.
 */
export function createTransactionPooler(pool: ConnectionPool): ConnectionPool {
  async function onceAnywhere(text: string, values?: unknown[]): ReturnType<Queryable["query"]> {
    const connection = await pool.connect();
    try {
      return await connection.query(text, values);
    } finally {
      await forgetSession(connection);
    }
  }

  return {
    query: onceAnywhere,
    async connect() {
      let held: PooledClient | undefined;
      return {
        async query(text, values) {
          if (text === "BEGIN") held = await pool.connect();
          if (held === undefined) return onceAnywhere(text, values);
          const connection = held;
          const result = await connection.query(text, values);
          if (text === "COMMIT" || text === "ROLLBACK") {
            held = undefined;
            await forgetSession(connection);
          }
          return result;
        },
        on: () => {},
        release: () => held?.release(true),
      };
    },
  };
}

async function forgetSession(connection: PooledClient): Promise<void> {
  await connection.query("DISCARD ALL");
  connection.release();
}
