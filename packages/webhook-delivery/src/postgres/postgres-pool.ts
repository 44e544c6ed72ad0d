import type { Row } from "../rows/columns.ts";

/** The part of a query result the store uses. */
export interface PostgresResult {
  readonly rows: readonly Row[];
}

/** Runs queries inside the caller's transaction, such as a `pg` client after `BEGIN`. */
export interface PostgresTransaction {
  query(text: string, values?: unknown[]): Promise<PostgresResult>;
}

/** A statement that is prepared under a name on first use. */
export interface PreparedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Runs queries, such as a client from a pool. */
export interface PostgresQueryable {
  query(query: string | PreparedQuery, values?: unknown[]): Promise<PostgresResult>;
}

/** A client from a pool. */
export interface PostgresPoolClient extends PostgresQueryable {
  /** With `true`, closes the connection instead of returning it to the pool. */
  release(destroy?: boolean): void;
  on(event: "notification", listener: (message: { payload?: string | undefined }) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "end", listener: () => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
}

/** The part of a `pg` pool the store uses. */
export interface PostgresPool {
  connect(): Promise<PostgresPoolClient>;
  /** Reports idle connections that break. */
  on?(event: "error", listener: (error: Error) => void): unknown;
  /** Reports every new connection before its first use. */
  on?(event: "connect", listener: (client: PostgresPoolClient) => void): unknown;
  off?(event: "error", listener: (error: Error) => void): unknown;
  off?(event: "connect", listener: (client: PostgresPoolClient) => void): unknown;
}
