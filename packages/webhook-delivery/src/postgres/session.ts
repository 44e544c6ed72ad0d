import type { SecretBox } from "../delivery-store.ts";
import { createListeners, type Listeners } from "../queue/listeners.ts";
import type { Row } from "../rows/columns.ts";
import type { PostgresPool, PostgresQueryable } from "./postgres-pool.ts";

/** Runs one statement and returns its rows. */
export type Query = (text: string, values?: unknown[]) => Promise<readonly Row[]>;

/** What the parts of a PostgreSQL store share. */
export interface PostgresSession {
  readonly pool: PostgresPool;
  readonly clock: () => number;
  readonly secretBox: SecretBox;
  readonly listeners: Listeners;
  /** Runs one statement in a transaction of its own. */
  readonly query: Query;
  /** Runs `work` in a transaction. It may run again, from the start, when the database undid it to end a deadlock. */
  readonly transact: <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>;
}

const deadlockDetected = "40P01";
const maxTries = 3;

/** Makes a query function of a pool or a client. */
export function queryOf(queryable: PostgresQueryable): Query {
  return async (text, values) => (await queryable.query(text, values)).rows;
}

/** Opens a session on a pool. It checks a client out for each transaction and keeps none. */
export function openPostgresSession(
  pool: PostgresPool,
  options: { readonly clock: () => number; readonly secretBox: SecretBox },
): PostgresSession {
  async function tryTransaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    const client = await pool.connect();
    // A connection that breaks fails the query under way; unheard, the event would end the process besides.
    client.on("error", ignore);
    let broken = true;
    try {
      await client.query("BEGIN");
      const result = await work(queryOf(client));
      await client.query("COMMIT");
      broken = false;
      return result;
    } catch (error) {
      if (broken) broken = await rollBackFails(client);
      throw error;
    } finally {
      client.off("error", ignore);
      client.release(broken);
    }
  }

  return {
    pool,
    ...options,
    listeners: createListeners(),
    query: queryOf(pool),
    async transact(work) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await tryTransaction(work);
        } catch (error) {
          if (tries === maxTries || !isDeadlock(error)) throw error;
        }
      }
    },
  };
}

function ignore(): void {}

async function rollBackFails(client: PostgresQueryable): Promise<boolean> {
  try {
    await client.query("ROLLBACK");
    return false;
  } catch {
    return true;
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === deadlockDetected;
}
