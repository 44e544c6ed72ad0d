import type { SqliteConnection, SqliteStatement } from "./sqlite-connection.ts";

/** The part of a better-sqlite3 `Database` that the store uses. */
export interface BetterSqlite3Database {
  readonly open: boolean;
  readonly inTransaction: boolean;
  exec(sql: string): unknown;
  prepare(sql: string): {
    all(...values: unknown[]): unknown[];
    get(...values: unknown[]): unknown;
    run(...values: unknown[]): { readonly changes: number; readonly lastInsertRowid: number | bigint };
  };
}

/**
 * Adapts a connection of better-sqlite3, also below Drizzle or Kysely, so that `publishInTransaction` runs in its transactions.
 *
 * @example
 * ```ts
 * import { createSqliteDeliveryStore, fromBetterSqlite3 } from "@plugboard/webhook-delivery/sqlite";
 *
 * declare const database: Parameters<typeof fromBetterSqlite3>[0];
 * const store = createSqliteDeliveryStore(fromBetterSqlite3(database));
 * await store.migrate();
 * ```
 */
export function fromBetterSqlite3(database: BetterSqlite3Database): SqliteConnection {
  return {
    get isOpen() {
      return database.open;
    },
    get isTransaction() {
      return database.inTransaction;
    },
    exec: (sql) => void database.exec(sql),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      const adapted = {
        all: (...values: unknown[]) => statement.all(...values),
        get: (...values: unknown[]) => statement.get(...values),
        run: (...values: unknown[]) => statement.run(...values),
        // better-sqlite3 runs no other statement while one iterates.
        iterate: (...values: unknown[]) => statement.all(...values).values(),
        // This is also the default of better-sqlite3.
        setReadBigInts: () => {},
      };
      // Rows and bound values are the same in both libraries.
      return adapted as unknown as SqliteStatement;
    },
  };
}
