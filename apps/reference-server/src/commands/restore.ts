import { copyFile, mkdir, readdir, readFile } from "node:fs/promises";
import { constants } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { ServerError } from "../settings/server-error.ts";
import { ignoreExisting, masterKeyFile } from "../storage/master-key.ts";
import { descriptionFile, dumpFile } from "./back-up.ts";
import { checkData, databaseFiles, type DataLocation, toStorageLocation } from "./check-data.ts";

const descriptionSchema = z.object({ format: z.literal(1), database: z.enum(["sqlite", "postgresql"]) });

/** Restores a backup into an empty location and checks it. */
export async function restore(
  location: DataLocation,
  folder: string,
  say: (line: string) => void,
): Promise<number> {
  const { dataDir, databaseUrl } = location;
  const { database } = await readDescription(folder);
  if (database !== (databaseUrl === undefined ? "sqlite" : "postgresql")) {
    const needs = database === "sqlite" ? "unset DATABASE_URL" : "set DATABASE_URL to an empty database";
    throw new ServerError("data_unreadable", `The backup in ${folder} is from ${database}: ${needs}.`);
  }
  await mkdir(dataDir, { mode: 0o700 }).catch(ignoreExisting);
  const taken = await readdir(dataDir);
  if (taken.some((name) => databaseFiles.some((file) => file === name)))
    throw new ServerError(
      "data_in_use",
      `The folder ${dataDir} already contains data. Set PLUGBOARD_DATA_DIR to an empty folder.`,
    );
  await restoreKey(masterKeyFile(folder), masterKeyFile(dataDir), dataDir);
  if (databaseUrl === undefined) {
    for (const name of databaseFiles)
      await copyFile(join(folder, name), join(dataDir, name), constants.COPYFILE_EXCL);
  } else {
    const { restorePostgres } = await import("./postgres-dump.ts");
    await restorePostgres({ ...toStorageLocation(location), databaseUrl }, join(folder, dumpFile));
  }
  say(`Restored the backup in ${folder}. Deliveries sent after the backup may be resent.`);
  return await checkData(location, say);
}

async function readDescription(folder: string): Promise<z.infer<typeof descriptionSchema>> {
  const text = await readFile(join(folder, descriptionFile), "utf8").catch(() => undefined);
  const described = descriptionSchema.safeParse(text === undefined ? undefined : JSON.parse(text));
  if (described.success) return described.data;
  throw new ServerError(
    "data_unreadable",
    `The folder ${folder} contains no backup, or one of an unsupported version.`,
  );
}

async function restoreKey(from: string, to: string, dataDir: string): Promise<void> {
  const existing = await readFile(to, "utf8").catch(() => undefined);
  if (existing === undefined) return await copyFile(from, to);
  if (existing === (await readFile(from, "utf8"))) return;
  throw new ServerError(
    "data_in_use",
    `The folder ${dataDir} has a different master.key than the backup. Set PLUGBOARD_DATA_DIR to an empty folder.`,
  );
}
