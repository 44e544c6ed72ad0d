import { setImmediate as onNextTurn } from "node:timers";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { DatabaseConnection, Dialect } from "kysely";

/** After this time, the next statement waits until other work of the process had its turn. */
const maxTurnMilliseconds = 20;

/**
 * Wraps a dialect whose statements block. Without pauses, no request would be served during a transaction of
 * thousands of statements, because their promises resolve in the same turn of the event loop.
 */
export function withPauses(dialect: Dialect): Dialect {
  let turnStart: number | undefined;
  const endTurn = (): void => {
    turnStart = undefined;
  };
  const isTurnLong = (): boolean => {
    const now = performance.now();
    if (turnStart === undefined) {
      turnStart = now;
      onNextTurn(endTurn);
    }
    return now - turnStart > maxTurnMilliseconds;
  };
  const pausing = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const withPause = (connection: DatabaseConnection): DatabaseConnection => {
    const known = pausing.get(connection);
    if (known !== undefined) return known;
    const created: DatabaseConnection = {
      executeQuery: async (query) => {
        while (isTurnLong()) await nextTurn();
        return await connection.executeQuery(query);
      },
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    };
    pausing.set(connection, created);
    return created;
  };
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => {
      const driver = dialect.createDriver();
      const acquire = driver.acquireConnection.bind(driver);
      driver.acquireConnection = async () => withPause(await acquire());
      return driver;
    },
  };
}
