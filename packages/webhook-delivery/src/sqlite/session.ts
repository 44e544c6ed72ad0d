import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { SecretBox } from "../store/delivery-store.ts";
import { createHandOver, type HandOver } from "../queue/hand-over.ts";
import { createListeners, type Listeners } from "../queue/listeners.ts";
import { type Row, text } from "../rows/columns.ts";
import { createLogSync, type LogSync } from "./log-sync.ts";

/** What the parts of an SQLite store share: one connection with its statements, the time, and who wants to be woken. */
export interface SqliteSession {
  readonly database: DatabaseSync;
  /** No other process works on the database, and the connection's owner commits nothing on it. */
  readonly exclusive: boolean;
  readonly now: () => number;
  readonly secretBox: SecretBox;
  readonly listeners: Listeners;
  readonly handOver: HandOver;
  /** Prepares a statement once and keeps it. */
  readonly prepare: (sql: string) => StatementSync;
  /** The first row of a query that always has one. */
  readonly first: (sql: string, ...values: SQLInputValue[]) => Row;
  /** Runs `work` in a transaction of its own, durable when it resolves. */
  readonly transact: <Result>(work: () => Result) => Promise<Result>;
  /** The same without waiting for the disk: for changes that a power failure may undo without harm. */
  readonly transactLightly: <Result>(work: () => Result) => Promise<Result>;
  /** The same as `transact`, but other work goes on while the disk is waited for, and sees what this transaction changed. */
  readonly transactThenSync: <Result>(work: () => Result) => Promise<Result>;
  /** Ends what the session itself started. */
  readonly close: () => Promise<void>;
}

/** How a session is opened. */
export type SqliteSessionOptions = Pick<SqliteSession, "exclusive" | "now" | "secretBox">;

/**
 * Prepares a connection for the store: WAL, every commit synced to disk, and patience with other processes. On an exclusive one
 * the store syncs the log itself; otherwise the connection's owner may commit on it, and SQLite has to.
 */
export function openSqliteSession(database: DatabaseSync, options: SqliteSessionOptions): SqliteSession {
  database.exec("PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000");
  const log = openLog(database);
  const syncsItself = options.exclusive && log !== undefined;
  database.exec(`PRAGMA synchronous = ${syncsItself ? "NORMAL" : "FULL"}`);
  const statements = new Map<string, StatementSync>();

  function prepare(sql: string): StatementSync {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    // Whatever the connection's owner chose for it: all that is stored here fits a number.
    statement.setReadBigInts(false);
    statements.set(sql, statement);
    return statement;
  }

  function run<Result>(work: () => Result): Result {
    prepare("BEGIN IMMEDIATE").run();
    try {
      const result = work();
      prepare("COMMIT").run();
      return result;
    } catch (error) {
      if (database.isTransaction) prepare("ROLLBACK").run();
      throw error;
    }
  }

  // A transaction that the connection's owner keeps open over several turns must not take our statements in.
  async function whenFree(): Promise<void> {
    while (database.isTransaction) await delay(1);
  }

  async function transact<Result>(work: () => Result): Promise<Result> {
    if (syncsItself) return await transactThenSync(work);
    await whenFree();
    return run(work);
  }

  async function transactLightly<Result>(work: () => Result): Promise<Result> {
    await whenFree();
    if (syncsItself) return run(work);
    database.exec("PRAGMA synchronous = NORMAL");
    try {
      return run(work);
    } finally {
      database.exec("PRAGMA synchronous = FULL");
    }
  }

  async function transactThenSync<Result>(work: () => Result): Promise<Result> {
    if (log === undefined) return transact(work);
    log.open();
    const result = await transactLightly(work);
    await log.sync();
    return result;
  }

  return {
    database,
    ...options,
    listeners: createListeners(),
    handOver: createHandOver(),
    prepare,
    first(sql, ...values) {
      const row = prepare(sql).get(...values);
      if (row === undefined) throw new TypeError(`no row where one must be: ${sql}`);
      return row;
    },
    transact,
    transactLightly,
    transactThenSync,
    close: async () => log?.close(),
  };
}

/** `undefined` for a database without a log of its own: one in memory. */
function openLog(database: DatabaseSync): LogSync | undefined {
  const mode = database.prepare("PRAGMA journal_mode").get() ?? {};
  const main = database.prepare("SELECT file FROM pragma_database_list WHERE name = 'main'").get() ?? {};
  return text(mode, "journal_mode") === "wal" ? createLogSync(text(main, "file")) : undefined;
}
