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
  createStatementAdapter,
  type NamedStatement,
  type StatementAdapter,
  type StatementOptions,
} from "./statements.ts";
import { isConnectionLost, toCallerError, within } from "./unavailable.ts";

/** Runs one statement and returns its rows. */
export type Query = (statement: string | NamedStatement, values?: unknown[]) => Promise<readonly Row[]>;

/** What the parts of a PostgreSQL store share. What it throws when the database cannot be reached is `unavailable`. */
export interface PostgresSession {
  readonly now: () => number;
  readonly secretBox: SecretBox;
  readonly listeners: Listeners;
  readonly handOver: HandOver;
  /** Where the tables are. */
  readonly schema: string;
  /** Runs one statement in a transaction of its own, again when the database undid it. */
  readonly query: Query;
  /** Runs statements in a transaction of somebody else's, where the next one may meet another connection: none is prepared. */
  readonly queryIn: (transaction: PostgresTransaction) => Query;
  /**
   * Runs `work` in a transaction. It may run again, from the start, when the database undid it to end a deadlock or to keep
   * transactions apart, or the connection was lost before the commit.
   */
  readonly transact: <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>;
  /** The same for work that takes as long as it takes, once. */
  readonly transactAtLength: <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>;
  /** Checks a client out. Whoever asked for it releases it. */
  readonly connect: () => Promise<PostgresPoolClient>;
  /** Stops listening to the pool. */
  readonly close: () => void;
}

/** Deadlocks, and transactions that a database which serializes them could not put in a row. */
const undoneByDatabase: ReadonlySet<unknown> = new Set(["40P01", "40001"]);
const maxTries = { lost: 3, undone: 12 };
const pauseMilliseconds = { lost: 50, undone: 4 };

/** How a session is opened. */
export interface PostgresSessionOptions extends StatementOptions {
  readonly now: () => number;
  readonly secretBox: SecretBox;
  /** Whether connections last longer than a transaction, so that statements can be prepared on them. */
  readonly lastingConnections: boolean;
  readonly connectTimeoutMilliseconds: number;
  readonly statementTimeoutMilliseconds: number;
}

/** Opens a session on a pool. It checks a client out for each transaction and keeps none. */
export function openPostgresSession(pool: PostgresPool, options: PostgresSessionOptions): PostgresSession {
  const { now, secretBox, lastingConnections, schema } = options;
  const { connectTimeoutMilliseconds, statementTimeoutMilliseconds } = options;
  const adapt = createStatementAdapter(options);
  const withoutJit = new WeakSet<PostgresPoolClient>();
  const queryIn = (transaction: PostgresTransaction): Query => adapted(plainQuery(transaction), adapt);
  const queryOf = lastingConnections
    ? (client: PostgresQueryable) => adapted(preparingQuery(client), adapt)
    : queryIn;
  // A connection that breaks while nobody uses it is replaced; unheard, the event would end the process.
  pool.on?.("error", ignore);
  // Nobody listens to a connection between its pool and whoever asked for it, and it can break in between.
  pool.on?.("connect", ignoreErrors);

  async function connect(): Promise<PostgresPoolClient> {
    const connecting = pool.connect();
    try {
      return await within(connectTimeoutMilliseconds, "give a connection", connecting);
    } catch (error) {
      // One that comes too late is of no use any more.
      connecting.then(
        (client) => client.release(),
        () => {},
      );
      throw error;
    }
  }

  /** Runs `work` with a client. One that broke, or did not respond, is closed. */
  async function useClient<Result>(
    work: (client: PostgresQueryable) => Promise<Result>,
    timeout: number,
  ): Promise<Result> {
    const client = await connect();
    // A connection that breaks fails the query in flight; unheard, the event would end the process besides.
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
   * Each statement here takes less time than compiling it does, whatever the planner expects of tables that it has no statistics of.
   * Once for each connection: it lasts.
   */
  async function turnJitOff(client: PostgresPoolClient, limited: PostgresQueryable): Promise<void> {
    if (withoutJit.has(client)) return;
    withoutJit.add(client);
    await limited.query("SET jit = off").catch((error: unknown) => {
      // A database that knows no such setting compiles nothing.
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
        // A stricter default of the database's would refuse what others change at the same time.
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

/** That a transaction could not be rolled back: its connection must not be used again. */
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

/** At random, so that those who undid each other do not meet again; the first time hardly at all. */
async function pauseAfterUndoing(tries: number): Promise<void> {
  await delay(Math.random() * pauseMilliseconds.undone * (tries - 1) ** 2);
}

/** Runs statements on a connection that lasts, or on any of a pool's: those with a name are prepared. */
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
