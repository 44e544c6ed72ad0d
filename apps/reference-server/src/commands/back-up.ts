import { copyFile, mkdir, open, readdir, writeFile } from "node:fs/promises";
import { backup, DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { ServerError } from "../settings/server-error.ts";
import { ignoreExisting, loadMasterKeys, masterKeyFile } from "../storage/master-key.ts";
import { databaseFiles, type DataLocation } from "./check-data.ts";

/** The file of a backup that says what it is of. */
export const descriptionFile = "backup.json";

/** The file of a backup that holds the tables of a PostgreSQL database. */
export const dumpFile = "tables.ndjson.gz";

/** Copies everything into a new folder, as it is at one moment. Servers may run meanwhile. */
export async function backUp(
  { dataDir, databaseUrl }: DataLocation,
  folder: string,
  say: (line: string) => void,
): Promise<number> {
  if (folder === "") throw new ServerError("data_unwritable", "backup needs the name of a new folder.");
  await makeEmptyFolder(folder);
  await loadMasterKeys(dataDir);
  if (databaseUrl === undefined) {
    // The platform's first: an event that is fanned out in its copy has its deliveries in the later one of the engine, and one
    // that is not is fanned out again, which adds nothing twice.
    for (const name of databaseFiles) await copyDatabase(join(dataDir, name), join(folder, name));
  } else {
    const { dumpPostgres } = await import("./postgres-dump.ts");
    await dumpPostgres(databaseUrl, join(folder, dumpFile));
  }
  await copyFile(masterKeyFile(dataDir), masterKeyFile(folder));
  const description = { format: 1, database: databaseUrl === undefined ? "sqlite" : "postgresql" };
  await writeFile(join(folder, descriptionFile), `${JSON.stringify(description)}\n`);
  for (const name of await readdir(folder)) await syncFile(join(folder, name));
  say(`Everything is in ${folder}. It holds the key that opens its secrets: keep it as safe as the server.`);
  return 0;
}

async function makeEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch(ignoreExisting);
  if ((await readdir(folder)).length > 0)
    throw new ServerError("data_unwritable", `The folder ${folder} is not empty. Name a new one.`);
}

async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
  try {
    // In one step: what is written meanwhile would make it begin again.
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
