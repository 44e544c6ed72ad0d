import type { DatabaseSync, StatementSync } from "node:sqlite";

/** The part of a prepared statement that the store uses. */
export type SqliteStatement = Pick<StatementSync, "all" | "get" | "iterate" | "run" | "setReadBigInts">;

/** The part of a connection that the store uses: a `DatabaseSync` of `node:sqlite` fits. */
export interface SqliteConnection extends Pick<DatabaseSync, "exec" | "isOpen" | "isTransaction"> {
  readonly prepare: (sql: string) => SqliteStatement;
}
