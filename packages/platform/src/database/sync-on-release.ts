import { AsyncLocalStorage } from "node:async_hooks";
import { type Dialect, SqliteAdapter } from "kysely";

/** How an SQLite database without `synchronous = FULL` gets its commits to the disk. */
export interface CommitLog {
  /** The number of statements so far that may have changed something. */
  readonly countWrites: () => number;
  /** Resolves when all that was committed before is durable. Other work goes on meanwhile. */
  readonly sync: () => Promise<void>;
}

const light = new AsyncLocalStorage<true>();

/**
 * Does work whose commits need not be on the disk when it resolves: what a power failure undoes of it is done again without harm.
 * A process that ends takes nothing with it. Of no effect with PostgreSQL.
 */
export async function commitLightly<Result>(work: () => Promise<Result>): Promise<Result> {
  return await light.run(true, work);
}

/**
 * An SQLite dialect that gives its connection to the next one in line before what was changed is synced. Whoever changed
 * something waits for the disk; neither the process nor the others on the connection do, and those who come meanwhile share
 * the next sync.
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
          // The next one in line is to learn of it too, and not to wait for ever.
          endTurn();
          throw error;
        }
      };
      driver.releaseConnection = async () => {
        const hasWritten = countWrites() !== writesBefore;
        endTurn();
        if (hasWritten && light.getStore() === undefined) await sync();
      };
      return driver;
    },
  };
}

/** Kysely would keep its lock on the one connection until the sync is over. */
class OwnTurnsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
