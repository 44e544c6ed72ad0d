import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "./tables.ts";

/** PostgreSQL's errors for concurrent creation of the same object, even with `if not exists`. */
const createdMeanwhile: ReadonlySet<unknown> = new Set(["23505", "42710", "42P07"]);

const statements = [
  sql`create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`,
  sql`create table if not exists kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)`,
  sql`insert into kysely_migration_lock (id) values ('migration_lock') on conflict do nothing`,
];

/** Creates Kysely's own tables of completed migrations. */
export async function createMigrationTables(db: Kysely<Tables>): Promise<void> {
  for (const statement of statements) {
    await statement.execute(db).catch((error: unknown) => {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (!createdMeanwhile.has(code)) throw error;
    });
  }
}

/**
 * Waits until no other server migrates the tables of this schema. Kysely's own lock belongs to a session,
 * which a pooler in transaction mode shares, and applies to all schemas of a database.
 */
export async function lockMigrations(transaction: Transaction<Tables>): Promise<void> {
  await sql`select 1 from kysely_migration_lock where id = 'migration_lock' for update`.execute(transaction);
}
