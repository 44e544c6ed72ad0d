import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeOwnFolder, ownFolderName } from "../project/own-folder.ts";

/** A running `plugboard dev` of an integration. */
export interface DevSession {
  /** The origin of its server. */
  readonly server: string;
  readonly token: string;
  /** Its process ID. */
  readonly pid: number;
}

/** Returns the running `plugboard dev` of the integration in a folder; `undefined` if there is none. */
export async function readDevSession(projectFolder: string): Promise<DevSession | undefined> {
  const text = await readFile(fileIn(projectFolder), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const { server, token, pid }: { readonly [Field in keyof DevSession]?: unknown } = Object(JSON.parse(text));
  if (typeof server !== "string" || typeof token !== "string" || typeof pid !== "number") return undefined;
  return isRunning(pid) ? { server, token, pid } : undefined;
}

/** Announces this session to other commands in the folder until it is withdrawn. */
export async function announceDevSession(projectFolder: string, session: DevSession): Promise<void> {
  await makeOwnFolder(projectFolder);
  const file = fileIn(projectFolder);
  // The mode applies only to new files.
  await rm(file, { force: true });
  await writeFile(file, JSON.stringify(session), { mode: 0o600, flag: "wx" });
}

/** Withdraws the session, unless a newer one was announced. */
export async function withdrawDevSession(projectFolder: string, { pid }: DevSession): Promise<void> {
  const current = await readDevSession(projectFolder);
  if (current === undefined || current.pid === pid) await rm(fileIn(projectFolder), { force: true });
}

function fileIn(projectFolder: string): string {
  return join(projectFolder, ownFolderName, "dev.json");
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
