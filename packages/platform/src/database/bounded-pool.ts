import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool, PoolClient } from "pg";
import { processSetting } from "./event-notices.ts";
import { createStatementNames, type StatementNames } from "./statement-names.ts";
import { type ReadScope, scopeSetting } from "./organization-scope.ts";

// A stricter default of the database would make concurrent writes fail.
const setScope = `select set_config('${scopeSetting}', $1, $2), set_config('${processSetting}', $3, $2), set_config('default_transaction_isolation', 'read committed', $2)`;
/** "cached plan must not change result type" */
const changedResult = "0A000";
const begin = "begin isolation level read committed";
/** The scope of each connection. Connections without an entry see no rows. */
const scopes = new WeakMap<PoolClient, string>();

/** Statement timeouts, and how connections are limited to organizations. */
export interface BoundPoolOptions {
  readonly timeoutMilliseconds: number;
  /** `transaction` if a pooler gives each transaction another session. */
  readonly scopeOf: "session" | "transaction";
  readonly readScope: ReadScope;
  /** Sent with notices of new events. */
  readonly processName: string;
}

/**
 * Wraps a pool so that each connection is limited to the borrower's organizations and a statement timeout.
 * Connections that exceed it are closed.
 */
export function boundPool(
  pool: Pool,
  { timeoutMilliseconds, scopeOf, readScope, processName }: BoundPoolOptions,
): PostgresPool {
  const statementNames = createStatementNames();
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect();
      const bound = boundClient(
        client,
        timeoutMilliseconds,
        scopeOf === "session" ? statementNames : undefined,
      );
      const scope = readScope();
      if (scopeOf === "transaction") return scopeTransactions(bound, [scope, true, processName]);
      const lent = { ...bound, query: asKyselyCalls(bound.query) };
      if (scopes.get(client) === scope) return lent;
      try {
        await bound.query(setScope, [scope, false, processName]);
      } catch (error) {
        client.release(true);
        throw error;
      }
      scopes.set(client, scope);
      return lent;
    },
    end: async () => await pool.end(),
  };
}

/** Limits each transaction to organizations, and wraps other statements in a transaction. */
function scopeTransactions({ query, release }: BoundClient, settings: unknown[]): PostgresPoolClient {
  let isInTransaction = false;
  const orRollBack = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      await Promise.allSettled([query("rollback", [])]);
      throw error;
    }
  };
  const beginScoped = async (statement: string): Promise<unknown> => {
    const begun = await query(statement === "begin" ? begin : statement, []);
    await orRollBack(() => query(setScope, settings));
    return begun;
  };
  const scoped = async (statement: string, values: unknown[]): Promise<unknown> => {
    if (isInTransaction) {
      const result = await query(statement, values);
      if (statement === "commit" || statement === "rollback") isInTransaction = false;
      return result;
    }
    if (/^(?:begin|start transaction)\b/.test(statement)) {
      const begun = await beginScoped(statement);
      isInTransaction = true;
      return begun;
    }
    await beginScoped(begin);
    const result = await orRollBack(() => query(statement, values));
    await query("commit", []);
    return result;
  };
  return { query: asKyselyCalls(scoped), release };
}

interface BoundClient {
  readonly query: (statement: string, values: unknown[]) => Promise<unknown>;
  readonly release: () => void;
}

// Kysely's other call signature is for cursors, which the platform does not use.
function asKyselyCalls(query: BoundClient["query"]): PostgresPoolClient["query"] {
  return query as PostgresPoolClient["query"];
}

/** @param names - names of statements to prepare; `undefined` if connections don't outlast a transaction */
function boundClient(
  client: PoolClient,
  timeoutMilliseconds: number,
  names: StatementNames | undefined,
): BoundClient {
  let late: Error | undefined;
  const query = async (statement: string, values: unknown[]): Promise<unknown> => {
    if (late !== undefined) throw late;
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const message = `the database did not respond within ${timeoutMilliseconds} ms`;
      late = Object.assign(new Error(message), { code: "ETIMEDOUT" });
      reject(late);
    }, timeoutMilliseconds);
    const name = names?.nameOf(statement);
    const given = name === undefined ? statement : { name, text: statement };
    try {
      return await Promise.race([client.query(given, values), tooLate]);
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === changedResult) names?.forget(statement);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
  return { query, release: () => client.release(late !== undefined) };
}
