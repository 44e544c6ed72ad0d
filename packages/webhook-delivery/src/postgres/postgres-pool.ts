import type { Row } from "../rows/columns.ts";

/** What a query returns, as far as the store looks at it. */
export interface PostgresResult {
  readonly rows: readonly Row[];
}

/** Runs queries inside a transaction of the caller's, as a client of the package `pg` does after `BEGIN`. */
export interface PostgresTransaction {
  query(text: string, values?: unknown[]): Promise<PostgresResult>;
}

/** A statement that a connection prepares under a name when it first runs, and then runs by that name. */
export interface PreparedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Runs queries: a client that was checked out of a pool. */
export interface PostgresQueryable {
  query(query: string | PreparedQuery, values?: unknown[]): Promise<PostgresResult>;
}

/** A client checked out of a pool. */
export interface PostgresPoolClient extends PostgresQueryable {
  /** With `true`, the connection is closed instead of going back to the pool. */
  release(destroy?: boolean): void;
  on(event: "notification", listener: (message: { payload?: string | undefined }) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "end", listener: () => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
}

/** The part of a `Pool` of the package `pg` that the store uses. */
export interface PostgresPool {
  connect(): Promise<PostgresPoolClient>;
  /** Whether the pool reports connections that break while nobody uses them. */
  on?(event: "error", listener: (error: Error) => void): unknown;
  /** Reports every connection that is opened, before anybody uses it. */
  on?(event: "connect", listener: (client: PostgresPoolClient) => void): unknown;
  off?(event: "error", listener: (error: Error) => void): unknown;
  off?(event: "connect", listener: (client: PostgresPoolClient) => void): unknown;
}
