import type { SQLInputValue } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { SecretBox } from "../store/delivery-store.ts";
import { createHandOver, type HandOver } from "../queue/hand-over.ts";
import { createListeners, type Listeners } from "../queue/listeners.ts";
import { type Row, text } from "../rows/columns.ts";
import { createLogSync, type LogSync } from "./log-sync.ts";
import type { SqliteConnection, SqliteStatement } from "./sqlite-connection.ts";

/** The shared parts of an SQLite store: a connection with its statements, the clock and the listeners. */
export interface SqliteSession {
  readonly database: SqliteConnection;
  /** Whether no other process uses the database and no other code commits on the connection. */
  readonly exclusive: boolean;
  readonly now: () => number;
  readonly secretBox: SecretBox;
  readonly listeners: Listeners;
  readonly handOver: HandOver;
  /** Prepares a statement once and caches it. */
  readonly prepare: (sql: string) => SqliteStatement;
  /** Returns the first row of a query that always has one. */
  readonly first: (sql: string, ...values: SQLInputValue[]) => Row;
  /** Runs `work` in its own transaction, durable when it resolves. */
  readonly transact: <Result>(work: () => Result) => Promise<Result>;
  /**
   * Like `transact`, without waiting for the disk: for changes that a power failure can undo without harm.
   */
  readonly transactLightly: <Result>(work: () => Result) => Promise<Result>;
  /** Runs one statement like `transactLightly`, and returns its rows. */
  readonly changeLightly: (sql: string, ...values: SQLInputValue[]) => Promise<readonly Row[]>;
  /** Like `transact`, but other work continues during the disk sync and sees this transaction's changes. */
  readonly transactThenSync: <Result>(work: () => Result) => Promise<Result>;
  /** Stops the session's own work. */
  readonly close: () => Promise<void>;
}

/** Options for `openSqliteSession`. */
export type SqliteSessionOptions = Pick<SqliteSession, "exclusive" | "now" | "secretBox">;

/**
 * Configures a connection for the store: WAL, every commit synced to disk, and a busy timeout. On an
 * exclusive connection the store syncs the log itself; otherwise SQLite does, because the connection's owner
 * may commit on it.
 */
export function openSqliteSession(database: SqliteConnection, options: SqliteSessionOptions): SqliteSession {
  database.exec("PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000");
  const log = openLog(database);
  const syncsItself = options.exclusive && log !== undefined;
  database.exec(`PRAGMA synchronous = ${syncsItself ? "NORMAL" : "FULL"}`);
  const statements = new Map<string, SqliteStatement>();

  function prepare(sql: string): SqliteStatement {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    // Overrides the connection's setting: all stored values fit a number.
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

  // The store's statements must not become part of a transaction that the owner keeps open across turns of
  // the event loop.
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

  async function changeLightly(sql: string, ...values: SQLInputValue[]): Promise<readonly Row[]> {
    const change = (): readonly Row[] => prepare(sql).all(...values);
    if (!syncsItself) return await transactLightly(change);
    await whenFree();
    return change();
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
    changeLightly,
    transactThenSync,
    close: async () => log?.close(),
  };
}

/** Returns `undefined` for an in-memory database, which has no log. */
function openLog(database: SqliteConnection): LogSync | undefined {
  const mode = database.prepare("PRAGMA journal_mode").get() ?? {};
  const main = database.prepare("SELECT file FROM pragma_database_list WHERE name = 'main'").get() ?? {};
  return text(mode, "journal_mode") === "wal" ? createLogSync(text(main, "file")) : undefined;
}
