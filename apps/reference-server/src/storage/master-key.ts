import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ServerError } from "../server-error.ts";

const keyBytes = 32;

/**
 * The key that seals secrets at rest, kept in the data folder and readable by its owner only. The first start makes it.
 *
 * @throws ServerError `data_unreadable` when the file is there but is no key.
 */
export async function loadMasterKey(folder: string): Promise<Uint8Array> {
  const file = join(folder, "master.key");
  const known = await readKey(file);
  if (known !== undefined) return known;
  // Written whole under another name, then linked: two servers that start at once agree on one key.
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, randomBytes(keyBytes).toString("base64"), { mode: 0o600 });
  await link(draft, file).catch(ignoreExisting);
  await rm(draft);
  const made = await readKey(file);
  if (made === undefined)
    throw new ServerError("data_unreadable", `The key file ${file} vanished while starting.`);
  return made;
}

async function readKey(file: string): Promise<Uint8Array | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const key = Buffer.from(text.trim(), "base64");
  if (key.length === keyBytes) return key;
  throw new ServerError(
    "data_unreadable",
    `${file} does not hold a 32-byte key in base64. Restore it from a backup: without it the sealed secrets are lost.`,
  );
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
