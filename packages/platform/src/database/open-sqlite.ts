import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createSqliteDeliveryStore } from "@plugboard/webhook-delivery/sqlite";
import { Kysely } from "kysely";
import { PlatformError } from "../common/platform-error.ts";
import { claimFolder } from "./claim-folder.ts";
import { migrateDeliveries } from "./migrate-deliveries.ts";
import { migrateTables } from "./migrate-tables.ts";
import { createNodeSqliteDialect } from "./node-sqlite-dialect.ts";
import type { Databases } from "./databases.ts";
import type { SecretBox } from "./secret-box.ts";
import { toUnwritable } from "./storage-error.ts";
import type { Tables } from "./tables.ts";

/**
 * Opens the embedded databases, for this process alone.
 *
 * @throws PlatformError `data_unwritable`, `data_unreadable`, `data_too_new` or `data_in_use`
 */
export async function openSqlite(dataDir: string, secretBox: SecretBox): Promise<Databases> {
  const opened: DatabaseSync[] = [];
  const open = (name: string): DatabaseSync => {
    const database = new DatabaseSync(join(dataDir, name));
    opened.push(database);
    return database;
  };
  const close = (): void => {
    for (const database of opened.toReversed()) if (database.isOpen) database.close();
  };
  try {
    claimFolder(open("server.lock"), dataDir);
    return await openDatabases(open, secretBox, close);
  } catch (error) {
    close();
    if (error instanceof PlatformError) throw error;
    throw toUnwritable(dataDir, error);
  }
}

async function openDatabases(
  open: (name: string) => DatabaseSync,
  secretBox: SecretBox,
  close: () => void,
): Promise<Databases> {
  // Two files, each with one connection: the platform's transactions and the delivery engine's never wait for another.
  const platform = open("platform.db");
  platform.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  const db = new Kysely<Tables>({ dialect: createNodeSqliteDialect(platform) });
  await migrateTables(db, "sqlite");
  const deliveries = createSqliteDeliveryStore(open("delivery.db"), { secretBox });
  await migrateDeliveries(deliveries);
  return {
    db,
    deliveries,
    close: async () => {
      await deliveries.close();
      await db.destroy();
      close();
    },
  };
}
