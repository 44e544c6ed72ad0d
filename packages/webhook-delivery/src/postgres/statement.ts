import type { Row } from "../rows/columns.ts";
import type { PostgresQueryable, PostgresTransaction } from "./postgres-pool.ts";

/** A statement that runs often enough to be worth preparing. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/** Runs one statement and returns its rows. */
export type Query = (statement: string | NamedStatement, values?: unknown[]) => Promise<readonly Row[]>;

/** Names a statement. The name must be used for this text alone. */
export function named(name: string, text: string): NamedStatement {
  return { name: `webhooks_${name}`, text };
}

/** Runs statements on a connection that lasts, or on any of a pool's: those with a name are prepared. */
export function preparingQuery(connection: PostgresQueryable): Query {
  return async (statement, values = []) => {
    const query = typeof statement === "string" ? statement : { ...statement, values };
    return (await connection.query(query, values)).rows;
  };
}

/** Runs statements where the next one may meet another connection: none is prepared. */
export function plainQuery(connection: PostgresTransaction): Query {
  return async (statement, values) => {
    const text = typeof statement === "string" ? statement : statement.text;
    return (await connection.query(text, values)).rows;
  };
}
