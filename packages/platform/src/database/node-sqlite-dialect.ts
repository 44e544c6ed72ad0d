import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import {
  type DialectAdapter,
  type LimitNode,
  type QueryCompiler,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
} from "kysely";
import { TransactionalSqliteAdapter } from "./sqlite-adapter.ts";

// A transaction that reads before it writes would fail if an operator's command wrote in between: SQLite
// rejects its writes, however long it waits.
const replaced: ReadonlyMap<string, string> = new Map([["begin", "begin immediate"]]);

const writes = /^\s*(insert|update|delete|replace|with|create|alter|drop)\b/i;

/**
 * Kysely on Node's own SQLite. Statements are prepared once and kept: the set of queries is fixed by the code.
 *
 * @param onWrite called after each statement that may have changed something, with its values
 */
export function createNodeSqliteDialect(
  database: DatabaseSync,
  onWrite: (values: readonly unknown[]) => void = () => {},
): SqliteDialect {
  const prepared = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement =
      sql === "rollback"
        ? createRollback(database)
        : toKyselyStatement(database, replaced.get(sql) ?? sql, writes.test(sql) ? onWrite : undefined);
    prepared.set(sql, statement);
    return statement;
  };
  return new OwnDialect({ database: { prepare, close: () => database.close() } });
}

class OwnDialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter();
  }

  override createQueryCompiler(): QueryCompiler {
    return new FixedLimitCompiler();
  }
}

// SQLite prepares a statement again whenever its limit is bound, unless the limit is an expression.
class FixedLimitCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node);
    this.append(" + 0");
  }
}

// On some errors, such as a full disk, SQLite rolls back by itself. A second rollback would hide the error.
function createRollback(database: DatabaseSync): SqliteStatement {
  const statement = toKyselyStatement(database, "rollback");
  return {
    ...statement,
    run: (parameters) =>
      database.isTransaction ? statement.run(parameters) : { changes: 0, lastInsertRowid: 0 },
  };
}

function toKyselyStatement(
  database: DatabaseSync,
  sql: string,
  onWrite?: (values: readonly unknown[]) => void,
): SqliteStatement {
  const statement = database.prepare(sql);
  const noted = <Result>(values: readonly unknown[], result: Result): Result => {
    onWrite?.(values);
    return result;
  };
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => noted(parameters, statement.all(...parameters.map(toSqlValue))),
    run: (parameters) => noted(parameters, statement.run(...parameters.map(toSqlValue))),
    iterate: (parameters) => noted(parameters, statement.iterate(...parameters.map(toSqlValue))),
  };
}

function toSqlValue(value: unknown): SQLInputValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`);
}
