import { mkdir } from "node:fs/promises";
import { createSecretBox, type Databases, type SecretBox } from "@plugboard/platform";
import { openSqlite } from "@plugboard/platform/sqlite";
import { ServerError } from "../server-error.ts";
import { ignoreExisting } from "./ignore-existing.ts";
import { loadMasterKey } from "./master-key.ts";

/** Everything that outlives the process. */
export interface Storage extends Databases {
  readonly secretBox: SecretBox;
}

/** Where it is kept. */
export interface StorageLocation {
  readonly dataDir: string;
  /** PostgreSQL; SQLite files in the data folder when absent. */
  readonly databaseUrl?: string | undefined;
}

/**
 * Opens the databases and brings their tables up to date. `onError` is told of connections that break while idle.
 *
 * @throws ServerError `data_unwritable` or `data_unreadable` for the folder and its key
 * @throws PlatformError as `openSqlite` and `openPostgres` do
 */
export async function openStorage(
  { dataDir, databaseUrl }: StorageLocation,
  onError: (error: unknown) => void,
): Promise<Storage> {
  const secretBox = createSecretBox(await openDataFolder(dataDir));
  if (databaseUrl === undefined) return { ...(await openSqlite(dataDir, secretBox)), secretBox };
  // Loaded here, so that the embedded default starts without the driver.
  const { openPostgres } = await import("@plugboard/platform/postgres");
  return { ...(await openPostgres(databaseUrl, secretBox, onError)), secretBox };
}

async function openDataFolder(dataDir: string): Promise<Uint8Array> {
  try {
    // Only the folder itself: Node never returns from creating parents where the system allows none, as below /proc.
    await mkdir(dataDir, { mode: 0o700 }).catch(ignoreExisting);
    return await loadMasterKey(dataDir);
  } catch (error) {
    if (error instanceof ServerError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ServerError(
      "data_unwritable",
      `PLUGBOARD_DATA_DIR: the folder ${dataDir} cannot be written: ${reason}. Name a folder this user may write.`,
      { cause: error },
    );
  }
}
