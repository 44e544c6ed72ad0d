import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { link, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SecretKeys } from "@plugboard/platform";
import { ServerError } from "../settings/server-error.ts";

const keyBytes = 32;
const databaseFiles: ReadonlySet<string> = new Set(["platform.db", "delivery.db"]);
const keyPattern = /^[A-Za-z0-9+/]{43}=$/;

/** The keys of a data folder, and whether this start created them. */
export interface MasterKeys {
  /** The first key encrypts. The others only decrypt, during a rotation. */
  readonly keys: readonly Uint8Array[];
  readonly isNew: boolean;
}

/** Returns the path of a data folder's key file. */
export function masterKeyFile(folder: string): string {
  return join(folder, "master.key");
}

/**
 * Loads the keys that encrypt secrets at rest from the data folder: one per line, readable only by the owner.
 * The first start creates one.
 *
 * @throws ServerError `data_unreadable` if the file is invalid, or missing next to databases
 */
export async function loadMasterKeys(folder: string): Promise<MasterKeys> {
  const file = masterKeyFile(folder);
  const existing = await readKeys(file);
  if (existing !== undefined) return { keys: existing, isNew: false };
  if ((await readdir(folder)).some((name) => databaseFiles.has(name))) {
    // A server that starts concurrently writes the key before its databases.
    const written = await readKeys(file);
    if (written !== undefined) return { keys: written, isNew: false };
    throw new ServerError(
      "data_unreadable",
      `PLUGBOARD_DATA_DIR: the key file ${file} is missing, but the folder contains databases. Restore the key from a backup; without it, encrypted secrets are lost.`,
    );
  }
  // Written under another name and then linked, so that servers starting concurrently agree on one key.
  const draft = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  await writeDurably(draft, formatKeys([createMasterKey()]));
  const isNew = await link(draft, file).then(() => true, ignoreExisting);
  await rm(draft);
  await syncFolder(folder);
  const keys = await readKeys(file);
  if (keys !== undefined) return { keys, isNew: isNew === true };
  throw new ServerError("data_unreadable", `The key file ${file} was deleted during startup.`);
}

export function createMasterKey(): Uint8Array {
  return randomBytes(keyBytes);
}

/** Replaces the keys of a folder atomically. Running servers load them within a second. */
export async function writeMasterKeys(folder: string, keys: readonly Uint8Array[]): Promise<void> {
  const file = masterKeyFile(folder);
  const draft = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  await writeDurably(draft, formatKeys(keys));
  await rename(draft, file);
  await syncFolder(folder);
}

const watchMilliseconds = 1000;

/** Returns the current keys of a folder for a running server, including after a rotation. */
export function followMasterKeys(folder: string, loaded: readonly Uint8Array[]): SecretKeys {
  const file = masterKeyFile(folder);
  let keys = loaded;
  let lookedAt = performance.now();
  const refresh = (): readonly Uint8Array[] => {
    lookedAt = performance.now();
    try {
      keys = parseKeys(readFileSync(file, "utf8"), file);
    } catch {
      // The file is missing or being replaced; the previous keys are still valid.
    }
    return keys;
  };
  return {
    current: () => (performance.now() - lookedAt < watchMilliseconds ? keys : refresh()),
    refresh,
  };
}

function formatKeys(keys: readonly Uint8Array[]): string {
  return keys.map((key) => `${Buffer.from(key).toString("base64")}\n`).join("");
}

function parseKeys(text: string, file: string): readonly Uint8Array[] {
  const lines = text.trim().split(/\r?\n/);
  if (lines.every((line) => keyPattern.test(line))) return lines.map((line) => Buffer.from(line, "base64"));
  throw new ServerError(
    "data_unreadable",
    `${file} does not hold a 32-byte key in base64. Restore it from a backup; without it, encrypted secrets are lost.`,
  );
}

async function readKeys(file: string): Promise<readonly Uint8Array[] | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return text === undefined ? undefined : parseKeys(text, file);
}

// The key must be on disk before any data encrypted with it.
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

/** Ignores "already exists" errors, for `catch`. */
export function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
