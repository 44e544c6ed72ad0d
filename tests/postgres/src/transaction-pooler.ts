/** Runs queries. */
interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** A connection that must be released. */
interface Connection extends Queryable {
  release(destroy?: boolean): void;
}

/** A client of the pooler. It emits no events, because it doesn't own a connection. */
interface PooledClient extends Connection {
  on(): void;
  off(): void;
}

/** A pool of connections to a server. */
export interface ConnectionPool extends Queryable {
  connect(): Promise<Connection>;
}

/** A pool of connections through a pooler. */
export interface PooledPool extends Queryable {
  connect(): Promise<PooledClient>;
}

/**
 * Simulates a pooler in transaction mode in front of a pool: a client has a connection only during a
 * transaction, a different one each time, and loses its session settings afterwards. Statements that rely on
 * more fail as they would behind PgBouncer.
 */
export function createTransactionPooler(pool: ConnectionPool): PooledPool {
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
      let held: Connection | undefined;
      return {
        async query(text, values) {
          if (text.startsWith("BEGIN")) held = await pool.connect();
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
        off: () => {},
        release: () => held?.release(true),
      };
    },
  };
}

async function forgetSession(connection: Connection): Promise<void> {
  await connection.query("DISCARD ALL");
  connection.release();
}
