import { mkdir, rm } from "node:fs/promises";
import { content } from "@plugboard/content";
import { createSecretBox, type PlatformStorage, type SecretBox } from "@plugboard/platform";
import { openSqliteStorage } from "@plugboard/platform/sqlite";
import { hostTables } from "./host-tables.ts";
import { ServerError } from "../settings/server-error.ts";
import {
  followMasterKeys,
  ignoreExisting,
  loadMasterKeys,
  masterKeyFile,
  type MasterKeys,
} from "./master-key.ts";

/** All persistent data of the server. */
export interface Storage extends PlatformStorage {
  readonly secretBox: SecretBox;
}

/** The location of the data. */
export interface StorageLocation {
  readonly dataDir: string;
  /** The PostgreSQL URL. Without it, SQLite files in the data folder are used. */
  readonly databaseUrl?: string | undefined;
  readonly databaseConnections?: number | undefined;
  readonly databaseTimeoutMilliseconds?: number | undefined;
  readonly databasePooling?: "session" | "transaction" | undefined;
  readonly databaseSuperuser?: "allow" | "refuse" | undefined;
  /** Works alongside a server that has the folder open. Defaults to false. */
  readonly isShared?: boolean | undefined;
  /** Rejects queries outside a scope. Defaults to false. */
  readonly requiresScope?: boolean | undefined;
}

/**
 * Opens the databases and migrates their tables. `onError` is called with errors of idle connections.
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
    databasePooling: pooling,
    databaseSuperuser: superuser,
    isShared,
    requiresScope,
  }: StorageLocation,
  onError: (error: unknown) => void,
): Promise<Storage> {
  const { keys, isNew } = await openDataFolder(dataDir);
  const secretBox = createSecretBox(followMasterKeys(dataDir, keys));
  const tables = { product: content, hostTables };
  if (databaseUrl === undefined)
    return {
      ...(await openSqliteStorage({ folder: dataDir, secretBox, isShared, requiresScope, ...tables })),
      secretBox,
    };
  // Imported dynamically, so that the SQLite default starts without the driver.
  const { openPostgresStorage } = await import("@plugboard/platform/postgres");
  const storage = await openPostgresStorage({
    connectionString: databaseUrl,
    secretBox,
    onError,
    maxConnections,
    statementTimeoutMilliseconds,
    pooling,
    superuser,
    requiresScope,
    ...tables,
  });
  if (isNew && (await isEncryptedWithAnotherKey(storage, secretBox))) {
    await storage.close();
    await rm(masterKeyFile(dataDir));
    throw new ServerError(
      "decryption_failed",
      `PLUGBOARD_DATA_DIR: there is no master.key in the folder ${dataDir}, but the database contains encrypted secrets. Copy the key there from another server, or from a backup.`,
    );
  }
  return { ...storage, secretBox };
}

/**
 * Returns whether the database contains data encrypted with another key. Servers that start concurrently have
 * the same key.
 */
async function isEncryptedWithAnotherKey({ database }: PlatformStorage, box: SecretBox): Promise<boolean> {
  const setting = await database.selectFrom("settings").select("value").executeTakeFirst();
  if (setting === undefined) return false;
  try {
    box.decrypt(setting.value);
    return false;
  } catch {
    return true;
  }
}

async function openDataFolder(dataDir: string): Promise<MasterKeys> {
  try {
    // Creates only the folder itself, because Node.js hangs when the system forbids creating a parent, such
    // as below /proc.
    await mkdir(dataDir, { mode: 0o700 }).catch(ignoreExisting);
    return await loadMasterKeys(dataDir);
  } catch (error) {
    if (error instanceof ServerError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ServerError(
      "data_unwritable",
      `PLUGBOARD_DATA_DIR: the folder ${dataDir} cannot be written: ${reason}. Use a folder that this user can write to.`,
      { cause: error },
    );
  }
}
