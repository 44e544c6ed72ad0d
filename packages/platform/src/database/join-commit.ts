import { AsyncLocalStorage } from "node:async_hooks";
import type { CompiledQuery, DatabaseConnection, Dialect } from "kysely";

interface JoiningQuery {
  readonly query: CompiledQuery;
  /** The query that the surrounding work adds. */
  readonly outer: JoiningQuery | undefined;
  hasCommitted: boolean;
  /** Set when the work has finished: later asynchronous work keeps this context but must not join. */
  isOver: boolean;
}

const joining = new AsyncLocalStorage<JoiningQuery>();

/**
 * Runs work, and adds a query to the first transaction that the work commits, so that either both are
 * committed or neither is. The work doesn't know about the query. Within other such work, both queries are added.
 *
 * @returns the result of the work, and whether there was a transaction to join
 */
export async function joinCommit<Result>(
  query: CompiledQuery,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly hasJoined: boolean }> {
  const own: JoiningQuery = {
    query,
    outer: joining.getStore(),
    hasCommitted: false,
    isOver: false,
  };
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
        const joined = waitingQueries();
        for (const { query } of joined) await connection.executeQuery(query);
        await commit(connection);
        for (const one of joined) one.hasCommitted = true;
      };
      return driver;
    },
  };
}

function waitingQueries(): readonly JoiningQuery[] {
  const waiting: JoiningQuery[] = [];
  for (let one = joining.getStore(); one !== undefined; one = one.outer)
    if (!one.hasCommitted && !one.isOver) waiting.push(one);
  return waiting;
}
