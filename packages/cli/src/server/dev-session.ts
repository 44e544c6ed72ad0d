import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeOwnFolder, ownFolderName } from "../project/own-folder.ts";

/** A `plugboard dev` that runs for an integration. */
export interface DevSession {
  /** Origin of its server. */
  readonly server: string;
  readonly token: string;
  /** Its process. */
  readonly pid: number;
}

/** The `plugboard dev` that runs for the integration in a folder; `undefined` when none does. */
export async function readDevSession(projectFolder: string): Promise<DevSession | undefined> {
  const text = await readFile(fileIn(projectFolder), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const { server, token, pid }: { readonly [Field in keyof DevSession]?: unknown } = Object(JSON.parse(text));
  if (typeof server !== "string" || typeof token !== "string" || typeof pid !== "number") return undefined;
  return isRunning(pid) ? { server, token, pid } : undefined;
}

/** Lets other commands in the folder find this session, until it is withdrawn. */
export async function announceDevSession(projectFolder: string, session: DevSession): Promise<void> {
  await makeOwnFolder(projectFolder);
  const file = fileIn(projectFolder);
  // A mode counts for new files only.
  await rm(file, { force: true });
  await writeFile(file, JSON.stringify(session), { mode: 0o600, flag: "wx" });
}

/** Withdraws the session, unless another one was announced since. */
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
