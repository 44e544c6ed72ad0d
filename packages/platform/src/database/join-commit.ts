import { AsyncLocalStorage } from "node:async_hooks";
import type { CompiledQuery, DatabaseConnection, Dialect } from "kysely";

interface JoiningQuery {
  readonly query: CompiledQuery;
  hasCommitted: boolean;
  /** Set when the work has finished: later asynchronous work keeps this context but must not join. */
  isOver: boolean;
}

const joining = new AsyncLocalStorage<JoiningQuery>();

/**
 * Runs work, and adds a query to the first transaction that the work commits, so that either both are
 * committed or neither is. The work doesn't know about the query.
 *
 * @returns the result of the work, and whether there was a transaction to join
 */
export async function joinCommit<Result>(
  query: CompiledQuery,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly hasJoined: boolean }> {
  const own: JoiningQuery = { query, hasCommitted: false, isOver: false };
  const result = await joining.run(own, work).finally(() => {
    own.isOver = true;
  });
  return { result, hasJoined: own.hasCommitted };
}

/** Wraps a dialect so that its transactions run the queries of {@link joinCommit}. */
export function withJoinedCommits(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => {
      const driver = dialect.createDriver();
      const commit = driver.commitTransaction.bind(driver);
      driver.commitTransaction = async (connection: DatabaseConnection) => {
        const own = joining.getStore();
        if (own === undefined || own.hasCommitted || own.isOver) return await commit(connection);
        await connection.executeQuery(own.query);
        await commit(connection);
        own.hasCommitted = true;
      };
      return driver;
    },
  };
}
