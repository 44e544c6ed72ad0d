import { type Kysely, sql, SqliteAdapter } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * Runs work whose commits need not be on the disk when it resolves: what a power failure undoes of it is done again without harm.
 * A process that ends takes nothing with it. On SQLite a commit that waits for the disk holds up the whole process; with
 * PostgreSQL other work goes on meanwhile, so nothing changes there.
 */
export async function commitLightly<Result>(
  db: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return await work(db);
  return await db.connection().execute(async (connection) => {
    await sql`pragma synchronous = normal`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`pragma synchronous = full`.execute(connection);
    }
  });
}
