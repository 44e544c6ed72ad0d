import { mkdir } from "node:fs/promises";
import type { DeliveryStore } from "@plugboard/webhook-delivery";
import type { Kysely } from "kysely";
import { ServerError } from "../server-error.ts";
import { ignoreExisting } from "./ignore-existing.ts";
import { loadMasterKey } from "./master-key.ts";
import { openPostgres } from "./open-postgres.ts";
import { openSqlite } from "./open-sqlite.ts";
import { createSecretBox, type SecretBox } from "./secret-box.ts";
import { toUnwritable } from "./storage-error.ts";
import type { Tables } from "./tables.ts";

/** The databases, whichever they are. */
export interface Databases {
  readonly db: Kysely<Tables>;
  readonly deliveries: DeliveryStore;
  readonly close: () => Promise<void>;
}

/** Everything that outlives the process. */
export interface Storage extends Databases {
  readonly secretBox: SecretBox;
}

/** Where it is kept. */
export interface StorageLocation {
  readonly dataDir: string;
  /** PostgreSQL; SQLite files in the data folder when absent. */
  readonly databaseUrl?: string;
}

/**
 * Opens the databases and brings their tables up to date. `onError` is told of connections that break while idle.
 *
 * @throws ServerError `data_unwritable`, `data_unreadable`, `data_too_new`, `data_in_use` or `database_unreachable`, in one
 * line.
 */
export async function openStorage(
  { dataDir, databaseUrl }: StorageLocation,
  onError: (error: unknown) => void,
): Promise<Storage> {
  const secretBox = createSecretBox(await openDataFolder(dataDir));
  const databases =
    databaseUrl === undefined
      ? await openSqlite(dataDir, secretBox)
      : await openPostgres(databaseUrl, secretBox, onError);
  return { ...databases, secretBox };
}

async function openDataFolder(dataDir: string): Promise<Uint8Array> {
  try {
    // Only the folder itself: Node never returns from creating parents where the system allows none, as below /proc.
    await mkdir(dataDir, { mode: 0o700 }).catch(ignoreExisting);
    return await loadMasterKey(dataDir);
  } catch (error) {
    if (error instanceof ServerError) throw error;
    throw toUnwritable(dataDir, error);
  }
}
