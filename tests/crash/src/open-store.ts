import { DatabaseSync } from "node:sqlite";
import type { DeliveryStore } from "@plugboard/webhook-delivery";
import { createPostgresDeliveryStore } from "@plugboard/webhook-delivery/postgres";
import { createSqliteDeliveryStore } from "@plugboard/webhook-delivery/sqlite";
import { Pool } from "pg";
import type { SubjectOptions } from "./subject-options.ts";

/** A store with a function that closes it and its connections. */
export interface OpenedStore {
  readonly store: DeliveryStore;
  readonly close: () => Promise<void>;
}

/** Opens a store. */
export function openStore(where: SubjectOptions["store"]): OpenedStore {
  if ("sqliteFile" in where) {
    const database = new DatabaseSync(where.sqliteFile);
    return { store: createSqliteDeliveryStore(database), close: async () => database.close() };
  }
  const pool = new Pool({ connectionString: where.postgresUrl, max: 8 });
  // Stopping the server breaks connections, as intended by the test.
  pool.on("error", () => {});
  const { schema } = where;
  const least = { schema, notify: false, skipLocked: false, advisoryLocks: false };
  const store = createPostgresDeliveryStore(pool, schema === undefined ? {} : least);
  return {
    store,
    async close() {
      await store.close();
      await pool.end();
    },
  };
}
