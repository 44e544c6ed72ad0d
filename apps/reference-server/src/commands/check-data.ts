import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { checkEncryption } from "@plugboard/platform";
import type { ServerConfig } from "../settings/server-config.ts";
import { openStorage, type StorageLocation } from "../storage/open-storage.ts";

/** The SQLite files of a data folder, in the order they are copied. */
export const databaseFiles = ["platform.db", "delivery.db"] as const;

/** The location of a command's data. */
export type DataLocation = Pick<ServerConfig, "dataDir" | "databaseUrl"> &
  Partial<Pick<ServerConfig, "databaseSuperuser">>;

/**
 * Reads both databases and decrypts all encrypted values. Servers can keep running.
 *
 * @returns 0, or 1 if data is damaged or cannot be decrypted
 */
export async function checkData(location: DataLocation, say: (line: string) => void): Promise<number> {
  const { dataDir, databaseUrl } = location;
  const problems = databaseUrl === undefined ? databaseFiles.flatMap((name) => checkFile(dataDir, name)) : [];
  for (const problem of problems) say(problem);
  if (problems.length > 0) return 1;
  const storage = await openStorage({ ...toStorageLocation(location), isShared: true }, () => {});
  try {
    const { encrypted, broken } = await checkEncryption(storage, storage.secretBox);
    for (const location of broken) say(`${location}: cannot be decrypted with master.key`);
    if (broken.length > 0) return 1;
    say(`The databases are intact. master.key decrypts all ${encrypted} encrypted values.`);
    return 0;
  } finally {
    await storage.close();
  }
}

/** Returns the storage part of an operator's configuration. The other settings are for servers. */
export function toStorageLocation({
  dataDir,
  databaseUrl,
  databaseSuperuser,
}: DataLocation): StorageLocation {
  return { dataDir, databaseUrl, databaseSuperuser };
}

function checkFile(dataDir: string, name: string): string[] {
  try {
    const database = new DatabaseSync(join(dataDir, name), { readOnly: true, timeout: 10_000 });
    try {
      const rows = database.prepare("PRAGMA integrity_check").all();
      const messages = rows.map((row) => String(row["integrity_check"]));
      return messages.filter((line) => line !== "ok").map((line) => `${name}: ${line}`);
    } finally {
      database.close();
    }
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : String(error)}`];
  }
}
