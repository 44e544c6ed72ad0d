import { AsyncLocalStorage } from "node:async_hooks";
import { type AliasedRawBuilder, type Dialect, type Kysely, PostgresAdapter, sql } from "kysely";
import type { Tables } from "./tables.ts";
import { TransactionalSqliteAdapter } from "./sqlite-adapter.ts";

/** Syncs the commits of an SQLite database without `synchronous = FULL` to the disk. */
export interface CommitLog {
  /** The number of statements so far that may have changed data. */
  readonly countWrites: () => number;
  /** Resolves when all previous commits are durable. Doesn't block other work. */
  readonly sync: () => Promise<void>;
}

/** When commits are synced, if not before they resolve. */
const later = new AsyncLocalStorage<"soon" | "with others">();
const soonMilliseconds = 100;

/**
 * Runs work whose commits need not be synced when it resolves, because it can safely be repeated after a
 * power failure. A crash of the process loses no commits. On PostgreSQL, see `withoutDiskSync`.
 */
export async function commitLightly<Result>(work: () => Promise<Result>): Promise<Result> {
  return await later.run("with others", work);
}

/**
 * Returns the column for the `returning` list of a statement outside a transaction whose commit PostgreSQL need not
 * sync, as with `commitLightly`. A crash of the database can lose it. Returns none for SQLite.
 */
export function withoutDiskSync(db: Kysely<Tables>): AliasedRawBuilder<string, "durability">[] {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return [];
  return [sql<string>`set_config('synchronous_commit', 'off', true)`.as("durability")];
}

/**
 * Runs work whose commits are synced within 100 ms instead of before it resolves. A crash of the process loses no
 * commits, a power failure can lose those of the last 100 ms. Has no effect on PostgreSQL.
 */
export async function commitSoon<Result>(work: () => Promise<Result>): Promise<Result> {
  return await later.run("soon", work);
}

/**
 * An SQLite dialect that passes its connection on before changes are synced. Only callers with changes
 * wait for the disk, not the process or other callers, and concurrent callers share the next sync.
 */
export function withSyncOnRelease(dialect: Dialect, { countWrites, sync }: CommitLog): Dialect {
  return {
    createAdapter: () => new OwnTurnsAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => {
      const driver = dialect.createDriver();
      const acquire = driver.acquireConnection.bind(driver);
      let lastTurn = Promise.resolve();
      let endTurn = (): void => {};
      let writesBefore = 0;
      let timer: NodeJS.Timeout | undefined;
      const syncSoon = (): void => {
        timer ??= setTimeout(() => {
          timer = undefined;
          // Callers that wait for the next sync get its error.
          sync().catch(() => {});
        }, soonMilliseconds).unref();
      };
      const destroy = driver.destroy.bind(driver);
      driver.destroy = async () => {
        clearTimeout(timer);
        await destroy();
      };
      driver.acquireConnection = async () => {
        const turn = Promise.withResolvers<void>();
        const turnBefore = lastTurn;
        lastTurn = turn.promise;
        await turnBefore;
        endTurn = turn.resolve;
        try {
          writesBefore = countWrites();
          return await acquire();
        } catch (error) {
          // The next caller must fail too instead of waiting forever.
          endTurn();
          throw error;
        }
      };
      driver.releaseConnection = async () => {
        const hasWritten = countWrites() !== writesBefore;
        endTurn();
        if (!hasWritten) return;
        const delay = later.getStore();
        if (delay === undefined) await sync();
        else if (delay === "soon") syncSoon();
      };
      return driver;
    },
  };
}

/** Kysely would keep the only connection locked until the sync is complete. */
class OwnTurnsAdapter extends TransactionalSqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
