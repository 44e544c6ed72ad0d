import type { PostgresPool, PostgresPoolClient } from "kysely";
import { escapeLiteral, type Pool, type PoolClient } from "pg";
import { processSetting } from "./event-notices.ts";
import { createStatementNames, type StatementNames } from "./statement-names.ts";
import { type ReadScope, scopeSetting } from "./organization-scope.ts";

/** Returns SQL that sets the scope of a session or transaction. Values are SQL expressions. */
function setScope(reach: "session" | "transaction", scope: string, processName: string): string {
  const isLocal = reach === "transaction";
  // A stricter default of the database would make concurrent writes fail.
  return `select set_config('${scopeSetting}', ${scope}, ${isLocal}), set_config('${processSetting}', ${processName}, ${isLocal}), set_config('default_transaction_isolation', 'read committed', ${isLocal})`;
}

const setSessionScope = setScope("session", "$1", "$2");

interface ScopeSettings {
  readonly scope: string;
  readonly processName: string;
}

/** "cached plan must not change result type" */
const changedResult = "0A000";
const begin = "begin isolation level read committed";
/** The scope of each connection. Connections without an entry see no rows. */
const scopes = new WeakMap<PoolClient, string>();

/** Statement timeouts, and how connections are limited to organizations. */
export interface BoundPoolOptions {
  readonly timeoutMilliseconds: number;
  /** `transaction` if a pooler gives each transaction a different session. */
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
      const client = await borrow(
        pool,
        (one) => scopeOf === "transaction" || scopes.get(one) === readScope(),
      );
      const bound = boundClient(
        client,
        timeoutMilliseconds,
        scopeOf === "session" ? statementNames : undefined,
      );
      const settings = { scope: readScope(), processName };
      if (scopeOf === "transaction") return scopeTransactions(bound, settings);
      return scopeSession(bound, settings, {
        isSet: () => scopes.get(client) === settings.scope,
        noteSet: () => scopes.set(client, settings.scope),
      });
    },
    end: async () => await pool.end(),
  };
}

/**
 * Borrows the idle connection that was used last, or the one used before it if the last is unsuitable. Requests
 * alternate between the scope of all organizations and that of one, and changing the scope of a connection takes a
 * round trip.
 */
async function borrow(pool: Pool, isSuitable: (client: PoolClient) => boolean): Promise<PoolClient> {
  const first = await pool.connect();
  // Idle connections go to waiting borrowers first.
  if (isSuitable(first) || pool.idleCount <= pool.waitingCount) return first;
  const second = await pool.connect().catch(() => undefined);
  if (second === undefined) return first;
  first.release();
  return second;
}

const beginsTransaction = /^(?:begin|start transaction)\b/;
const endsTransaction = /^(?:commit|rollback)$/;

/** Returns one message that begins a transaction and limits it to organizations. */
function beginScoped(statement: string, { scope, processName }: ScopeSettings): string {
  const set = setScope("transaction", escapeLiteral(scope), escapeLiteral(processName));
  return `${statement === "begin" ? begin : statement}; ${set}`;
}

interface SessionScope {
  readonly isSet: () => boolean;
  readonly noteSet: () => void;
}

/** Limits a connection to organizations. The scope is kept for its next borrower. */
function scopeSession(
  { query, release }: BoundClient,
  settings: ScopeSettings,
  { isSet, noteSet }: SessionScope,
): PostgresPoolClient {
  let isInTransaction = false;
  const scoped = async (statement: string, values: unknown[]): Promise<unknown> => {
    if (isInTransaction) {
      const result = await query(statement, values);
      isInTransaction = !endsTransaction.test(statement);
      return result;
    }
    if (!isSet() && beginsTransaction.test(statement)) {
      const begun = await orRollBack(query, () => query(beginScoped(statement, settings)));
      isInTransaction = true;
      return begun;
    }
    if (!isSet()) {
      await query(setSessionScope, [settings.scope, settings.processName]);
      noteSet();
    }
    return await query(statement, values);
  };
  return { query: asKyselyCalls(scoped), release };
}

/**
 * Limits each transaction to organizations, and wraps other statements in a transaction. The connection has no scope of
 * its own, so statements are sent without waiting for the one that sets it: if that failed, they would see no rows.
 */
function scopeTransactions({ query, release }: BoundClient, settings: ScopeSettings): PostgresPoolClient {
  let isInTransaction = false;
  const scoped = async (statement: string, values: unknown[]): Promise<unknown> => {
    if (isInTransaction) {
      const result = await query(statement, values);
      isInTransaction = !endsTransaction.test(statement);
      return result;
    }
    if (beginsTransaction.test(statement)) {
      const begun = await orRollBack(query, () => query(beginScoped(statement, settings)));
      isInTransaction = true;
      return begun;
    }
    const sent = await Promise.allSettled([
      query(beginScoped(begin, settings)),
      query(statement, values),
      // Rolls back if one of them failed.
      query("commit"),
    ]);
    for (const settled of sent) if (settled.status === "rejected") throw settled.reason;
    const [, result] = sent;
    return result.status === "fulfilled" ? result.value : undefined;
  };
  return { query: asKyselyCalls(scoped), release };
}

async function orRollBack<Result>(query: BoundClient["query"], work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await Promise.allSettled([query("rollback")]);
    throw error;
  }
}

interface BoundClient {
  readonly query: (statement: string, values?: unknown[]) => Promise<unknown>;
  readonly release: () => void;
}

// Kysely's other call signature is for cursors, which the platform does not use.
function asKyselyCalls(
  query: (statement: string, values: unknown[]) => Promise<unknown>,
): PostgresPoolClient["query"] {
  return query as PostgresPoolClient["query"];
}

/** @param names - names of statements to prepare; `undefined` if connections don't outlast a transaction */
function boundClient(
  client: PoolClient,
  timeoutMilliseconds: number,
  names: StatementNames | undefined,
): BoundClient {
  let late: Error | undefined;
  const query = async (statement: string, values?: unknown[]): Promise<unknown> => {
    if (late !== undefined) throw late;
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const message = `the database did not respond within ${timeoutMilliseconds} ms`;
      late = Object.assign(new Error(message), { code: "ETIMEDOUT" });
      reject(late);
    }, timeoutMilliseconds);
    // Messages without values contain the scope in their text, so they are not prepared.
    const name = values && names?.nameOf(statement);
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
