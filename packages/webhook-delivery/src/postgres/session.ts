import type { SecretBox } from "../delivery-store.ts";
import { createListeners, type Listeners } from "../queue/listeners.ts";
import type { Row } from "../rows/columns.ts";
import type {
  PostgresPool,
  PostgresPoolClient,
  PostgresQueryable,
  PostgresTransaction,
} from "./postgres-pool.ts";

/** A statement that runs often enough to be worth preparing. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/** Runs one statement and returns its rows. */
export type Query = (statement: string | NamedStatement, values?: unknown[]) => Promise<readonly Row[]>;

/** Names a statement. The name must be used for this text alone. */
export function named(name: string, text: string): NamedStatement {
  return { name: `webhooks_${name}`, text };
}

/** What the parts of a PostgreSQL store share. */
export interface PostgresSession {
  readonly pool: PostgresPool;
  readonly now: () => number;
  readonly secretBox: SecretBox;
  readonly listeners: Listeners;
  /** Runs one statement in a transaction of its own. */
  readonly query: Query;
  /** Runs `work` in a transaction. It may run again, from the start, when the database undid it to end a deadlock. */
  readonly transact: <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>;
}

const deadlockDetected = "40P01";
const maxTries = 3;

/** How a session is opened. */
export interface PostgresSessionOptions {
  readonly now: () => number;
  readonly secretBox: SecretBox;
  /** Whether connections last longer than a transaction, so that statements can be prepared on them. */
  readonly lastingConnections: boolean;
}

/** Opens a session on a pool. It checks a client out for each transaction and keeps none. */
export function openPostgresSession(
  pool: PostgresPool,
  { now, secretBox, lastingConnections }: PostgresSessionOptions,
): PostgresSession {
  const queryOf = lastingConnections ? preparingQuery : plainQuery;

  async function tryTransaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
    const client = await pool.connect();
    // A connection that breaks fails the query in flight; unheard, the event would end the process besides.
    client.on("error", ignore);
    let broken = true;
    try {
      // A stricter default of the database's would refuse what others change at the same time.
      await client.query("BEGIN ISOLATION LEVEL READ COMMITTED");
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
    now,
    secretBox,
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

async function rollBackFails(client: PostgresPoolClient): Promise<boolean> {
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

/** Runs statements on a connection that lasts, or on any of a pool's: those with a name are prepared. */
function preparingQuery(connection: PostgresQueryable): Query {
  return async (statement, values = []) => {
    const query = typeof statement === "string" ? statement : { ...statement, values };
    return (await connection.query(query, values)).rows;
  };
}

/** Runs statements where the next one may meet another connection: none is prepared. */
export function plainQuery(connection: PostgresTransaction): Query {
  return async (statement, values) => {
    const text = typeof statement === "string" ? statement : statement.text;
    return (await connection.query(text, values)).rows;
  };
}
