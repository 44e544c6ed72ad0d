import { mkdir } from "node:fs/promises";
import { createSecretBox, type PlatformStorage, type SecretBox } from "@plugboard/platform";
import { openSqliteStorage } from "@plugboard/platform/sqlite";
import { ServerError } from "../settings/server-error.ts";
import { ignoreExisting, loadMasterKey } from "./master-key.ts";

/** Everything that outlives the process. */
export interface Storage extends PlatformStorage {
  readonly secretBox: SecretBox;
}

/** Where it is kept. */
export interface StorageLocation {
  readonly dataDir: string;
  /** PostgreSQL; SQLite files in the data folder when absent. */
  readonly databaseUrl?: string | undefined;
  readonly databaseConnections?: number | undefined;
  readonly databaseTimeoutMilliseconds?: number | undefined;
}

/**
 * Opens the databases and brings their tables up to date. `onError` is called with what breaks a connection while nothing uses it.
 *
 * @throws ServerError `data_unwritable` or `data_unreadable` for the folder and its key
 * @throws PlatformError as `openSqliteStorage` and `openPostgresStorage` do
 */
export async function openStorage(
  {
    dataDir,
    databaseUrl,
    databaseConnections: maxConnections,
    databaseTimeoutMilliseconds: statementTimeoutMilliseconds,
  }: StorageLocation,
  onError: (error: unknown) => void,
): Promise<Storage> {
  const secretBox = createSecretBox(await openDataFolder(dataDir));
  if (databaseUrl === undefined)
    return { ...(await openSqliteStorage({ folder: dataDir, secretBox })), secretBox };
  // Loaded here, so that the embedded default starts without the driver.
  const { openPostgresStorage } = await import("@plugboard/platform/postgres");
  const storage = await openPostgresStorage({
    connectionString: databaseUrl,
    secretBox,
    onError,
    maxConnections,
    statementTimeoutMilliseconds,
  });
  return { ...storage, secretBox };
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
