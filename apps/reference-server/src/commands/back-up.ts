import { copyFile, mkdir, open, readdir, writeFile } from "node:fs/promises";
import { backup, DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { ServerError } from "../settings/server-error.ts";
import { ignoreExisting, loadMasterKeys, masterKeyFile } from "../storage/master-key.ts";
import { databaseFiles, type DataLocation } from "./check-data.ts";

/** The file that describes a backup. */
export const descriptionFile = "backup.json";

/** The file with the tables of a PostgreSQL database. */
export const dumpFile = "tables.ndjson.gz";

/** Copies a consistent snapshot of all data into a new folder. Servers can keep running. */
export async function backUp(
  { dataDir, databaseUrl }: DataLocation,
  folder: string,
  say: (line: string) => void,
): Promise<number> {
  if (folder === "") throw new ServerError("data_unwritable", "backup needs the name of a new folder.");
  await makeEmptyFolder(folder);
  await loadMasterKeys(dataDir);
  if (databaseUrl === undefined) {
    // The platform database is copied first. If its copy marks an event as fanned out, the later copy of the
    // engine's database contains the deliveries. Other events are fanned out again, without duplicates.
    for (const name of databaseFiles) await copyDatabase(join(dataDir, name), join(folder, name));
  } else {
    const { dumpPostgres } = await import("./postgres-dump.ts");
    await dumpPostgres(databaseUrl, join(folder, dumpFile));
  }
  await copyFile(masterKeyFile(dataDir), masterKeyFile(folder));
  const description = { format: 1, database: databaseUrl === undefined ? "sqlite" : "postgresql" };
  await writeFile(join(folder, descriptionFile), `${JSON.stringify(description)}\n`);
  for (const name of await readdir(folder)) await syncFile(join(folder, name));
  say(`Backup created in ${folder}. Protect it like the server: it contains the key to all secrets.`);
  return 0;
}

async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch(ignoreExisting);
  if ((await readdir(folder)).length > 0)
    throw new ServerError("data_unwritable", `The folder ${folder} is not empty. Choose a new one.`);
}

async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
  try {
    // In one step, because a write during the backup would restart it.
    await backup(source, to, { rate: 2_147_483_647 });
  } finally {
    source.close();
  }
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
