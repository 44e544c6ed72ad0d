import { setTimeout as delay } from "node:timers/promises";
import { DeliveryError } from "../errors/delivery-error.ts";
import type { SecretBox } from "../store/delivery-store.ts";
import { createHandOver, type HandOver } from "../queue/hand-over.ts";
import { createListeners, type Listeners } from "../queue/listeners.ts";
import type { Row } from "../rows/columns.ts";
import type {
  PostgresPool,
  PostgresPoolClient,
  PostgresQueryable,
  PostgresTransaction,
} from "./postgres-pool.ts";
import {
  adaptSql,
  createStatementAdapter,
  type NamedStatement,
  type StatementAdapter,
  type StatementOptions,
} from "./statements.ts";
import { isConnectionLost, toCallerError, within } from "./unavailable.ts";

/** Runs one statement and returns its rows. */
export type Query = (statement: string | NamedStatement, values?: unknown[]) => Promise<readonly Row[]>;

/** The shared parts of a PostgreSQL store. Throws `unavailable` if the database can't be reached. */
export interface PostgresSession {
  readonly now: () => number;
  readonly secretBox: SecretBox;
  readonly listeners: Listeners;
  readonly handOver: HandOver;
  /** The schema of the tables. */
  readonly schema: string;
  /** Adapts SQL to the schema and the database. */
  readonly inSchema: (sql: string) => string;
  /** Runs one statement in its own transaction; retries it if the database rolls it back. */
  readonly query: Query;
  /**
   * Runs statements in the caller's transaction. They aren't prepared, because each may run on another
   * connection.
   */
  readonly queryIn: (transaction: PostgresTransaction) => Query;
  /**
   * Runs `work` in a transaction. It is repeated from the start if the database rolls it back (deadlock,
   * serialization failure) or the connection is lost before the commit.
   */
  readonly transact: <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>;
  /** Runs `work` in a transaction once, without a timeout. */
  readonly transactAtLength: <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>;
  /** Checks out a client. The caller releases it. */
  readonly connect: () => Promise<PostgresPoolClient>;
  /** Removes the listeners from the pool. */
  readonly close: () => void;
}

/** Deadlocks and serialization failures. */
const undoneByDatabase: ReadonlySet<unknown> = new Set(["40P01", "40001"]);
const maxTries = { lost: 3, undone: 12 };
const pauseMilliseconds = { lost: 50, undone: 4 };

/** Options for `openPostgresSession`. */
export interface PostgresSessionOptions extends StatementOptions {
  readonly now: () => number;
  readonly secretBox: SecretBox;
  /** Whether connections outlast a transaction, so that statements can be prepared. */
  readonly lastingConnections: boolean;
  readonly connectTimeoutMilliseconds: number;
  readonly statementTimeoutMilliseconds: number;
}

/** Opens a session on a pool. It checks out a client for each transaction and keeps none. */
export function openPostgresSession(pool: PostgresPool, options: PostgresSessionOptions): PostgresSession {
  const { now, secretBox, lastingConnections, schema } = options;
  const { connectTimeoutMilliseconds, statementTimeoutMilliseconds } = options;
  const adapt = createStatementAdapter(options);
  const withoutJit = new WeakSet<PostgresPoolClient>();
  const queryIn = (transaction: PostgresTransaction): Query => adapted(plainQuery(transaction), adapt);
  const queryOf = lastingConnections
    ? (client: PostgresQueryable) => adapted(preparingQuery(client), adapt)
    : queryIn;
  // The pool replaces idle connections that break; without a listener, the event would crash the process.
  pool.on?.("error", ignore);
  // A connection can break between leaving the pool and reaching the caller, when it has no other listener.
  pool.on?.("connect", ignoreErrors);

  async function connect(): Promise<PostgresPoolClient> {
    const connecting = pool.connect();
    try {
      return await within(connectTimeoutMilliseconds, "give a connection", connecting);
    } catch (error) {
      // A connection that arrives after the timeout is returned.
      connecting.then(
        (client) => client.release(),
        () => {},
      );
      throw error;
    }
  }

  /** Runs `work` with a client. A client that broke or didn't respond is closed. */
  async function useClient<Result>(
    work: (client: PostgresQueryable) => Promise<Result>,
    timeout: number,
  ): Promise<Result> {
    const client = await connect();
    // A broken connection fails the query in flight; without a listener, it would also crash the process.
    client.on("error", ignore);
    let broken = false;
    const limited: PostgresQueryable = {
      query: (query, values) => within(timeout, "respond", client.query(query, values)),
    };
    try {
      if (lastingConnections) await turnJitOff(client, limited);
      return await work(limited);
    } catch (error) {
      broken = isConnectionLost(error) || error instanceof RollbackError;
      throw error instanceof RollbackError ? error.cause : error;
    } finally {
      client.off("error", ignore);
      client.release(broken);
    }
  }

  /**
   * Every statement takes less time to run than to compile, even if the planner expects otherwise for lack of
   * statistics. Set once per connection.
   */
  async function turnJitOff(client: PostgresPoolClient, limited: PostgresQueryable): Promise<void> {
    if (withoutJit.has(client)) return;
    withoutJit.add(client);
    await limited.query("SET jit = off").catch((error: unknown) => {
      // A database without this setting doesn't compile.
      if (isConnectionLost(error)) throw error;
    });
  }

  async function transactOnce<Result>(
    work: (query: Query) => Promise<Result>,
    timeout: number,
    progress: { committing: boolean },
  ): Promise<Result> {
    return useClient(async (client) => {
      try {
        // A stricter default of the database would reject concurrent changes.
        await client.query("BEGIN ISOLATION LEVEL READ COMMITTED");
        const result = await work(queryOf(client));
        progress.committing = true;
        await client.query("COMMIT");
        return result;
      } catch (error) {
        if (!isConnectionLost(error)) await rollBack(client, error);
        throw error;
      }
    }, timeout);
  }

  return {
    now,
    secretBox,
    schema,
    listeners: createListeners(),
    handOver: createHandOver(),
    connect,
    queryIn,
    inSchema: (sql) => adaptSql(sql, options),
    close() {
      pool.off?.("error", ignore);
      pool.off?.("connect", ignoreErrors);
    },
    async query(statement, values) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await useClient(
            (client) => queryOf(client)(statement, values),
            statementTimeoutMilliseconds,
          );
        } catch (error) {
          if (!isUndone(error) || tries === maxTries.undone) throw toCallerError(error);
          await pauseAfterUndoing(tries);
        }
      }
    },
    async transact(work) {
      for (let tries = 1; ; tries += 1) {
        const progress = { committing: false };
        try {
          return await transactOnce(work, statementTimeoutMilliseconds, progress);
        } catch (error) {
          const isLost = isConnectionLost(error) && !(error instanceof DeliveryError) && !progress.committing;
          const most = isUndone(error) ? maxTries.undone : isLost ? maxTries.lost : 0;
          if (tries >= most) throw toCallerError(error);
          await (isLost ? delay(pauseMilliseconds.lost * tries) : pauseAfterUndoing(tries));
        }
      }
    },
    async transactAtLength(work) {
      try {
        return await transactOnce(work, Infinity, { committing: false });
      } catch (error) {
        throw toCallerError(error);
      }
    },
  };
}

function ignore(): void {}

function ignoreErrors(client: PostgresPoolClient): void {
  client.on("error", ignore);
}

/** Thrown if a transaction could not be rolled back: its connection must not be reused. */
class RollbackError extends Error {}

async function rollBack(client: PostgresQueryable, cause: unknown): Promise<void> {
  try {
    await client.query("ROLLBACK");
  } catch {
    throw new RollbackError("the transaction could not be rolled back", { cause });
  }
}

function isUndone(error: unknown): boolean {
  return error instanceof Error && "code" in error && undoneByDatabase.has(error.code);
}

/** Random, so that conflicting transactions don't collide again; short at first. */
async function pauseAfterUndoing(tries: number): Promise<void> {
  await delay(Math.random() * pauseMilliseconds.undone * (tries - 1) ** 2);
}

/** Runs statements on a lasting connection, or on any of a pool; named ones are prepared. */
function preparingQuery(connection: PostgresQueryable): Query {
  return async (statement, values = []) => {
    const query =
      typeof statement === "string" ? statement : { name: statement.name, text: statement.text, values };
    return (await connection.query(query, values)).rows;
  };
}

function adapted(query: Query, adapt: StatementAdapter | undefined): Query {
  return adapt === undefined ? query : (statement, values) => query(adapt(statement), values);
}

function plainQuery(connection: PostgresTransaction): Query {
  return async (statement, values) => {
    const text = typeof statement === "string" ? statement : statement.text;
    return (await connection.query(text, values)).rows;
  };
}
