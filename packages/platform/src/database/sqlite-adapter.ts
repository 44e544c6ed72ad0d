import { SqliteAdapter } from "kysely";

/** Lets migrations run in a transaction, which Kysely's own adapter prevents although SQLite supports it. */
export class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
