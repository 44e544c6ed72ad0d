import { randomBytes } from "node:crypto";
import { link, open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { ServerError } from "../settings/server-error.ts";

const keyBytes = 32;
const databaseFiles: ReadonlySet<string> = new Set(["platform.db", "delivery.db"]);
const keyPattern = /^[A-Za-z0-9+/]{43}=$/;

/** A key, and whether this start made it. */
export interface MasterKey {
  readonly key: Uint8Array;
  readonly isNew: boolean;
}

/**
 * The key that seals secrets at rest, kept in the data folder and readable by its owner only. The first start makes it.
 *
 * @throws ServerError `data_unreadable` when the file is there but is no key, or is not there but databases are.
 */
export async function loadMasterKey(folder: string): Promise<MasterKey> {
  const file = join(folder, "master.key");
  const known = await readKey(file);
  if (known !== undefined) return { key: known, isNew: false };
  if ((await readdir(folder)).some((name) => databaseFiles.has(name))) {
    // A server that starts at the same time writes the key first, and its databases then.
    const written = await readKey(file);
    if (written !== undefined) return { key: written, isNew: false };
    throw new ServerError(
      "data_unreadable",
      `PLUGBOARD_DATA_DIR: the key file ${file} is missing, but there are databases beside it. Restore it from a backup: without it the sealed secrets are lost.`,
    );
  }
  // Written whole under another name, then linked: two servers that start at once agree on one key.
  const draft = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  await writeDurably(draft, `${randomBytes(keyBytes).toString("base64")}\n`);
  const isNew = await link(draft, file).then(() => true, ignoreExisting);
  await rm(draft);
  await syncFolder(folder);
  const made = await readKey(file);
  if (made !== undefined) return { key: made, isNew: isNew === true };
  throw new ServerError("data_unreadable", `The key file ${file} vanished while starting.`);
}

async function readKey(file: string): Promise<Uint8Array | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  if (keyPattern.test(text.trim())) return Buffer.from(text.trim(), "base64");
  throw new ServerError(
    "data_unreadable",
    `${file} does not hold a 32-byte key in base64. Restore it from a backup: without it the sealed secrets are lost.`,
  );
}

// What is sealed under the key reaches the disk before long; the key has to be there first.
async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** For `catch`: that something is there already is no failure where it was only to be made sure of. */
export function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
