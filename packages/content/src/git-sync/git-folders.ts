import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

const prefix = "plugboard-git-";
// A new process often reuses the pid of the one it replaces: in a container both are 1.
const ownMark = `${process.pid}-${randomUUID().slice(0, 8)}-`;
// No sync takes anywhere near this long.
const maxAgeMilliseconds = 3600 * 1000;

/** Creates a temporary folder for one sync. */
export async function createGitFolder(parent: string): Promise<string> {
  return await mkdtemp(join(parent, `${prefix}${ownMark}`));
}

/** Deletes the folders of processes that were killed during a sync. */
export async function removeGitLeftovers(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(prefix) || name.startsWith(`${prefix}${ownMark}`)) continue;
    const folder = join(parent, name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (isOfOther(name) && Date.now() - mtimeMs < maxAgeMilliseconds) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns whether the folder belongs to another running process. */
function isOfOther(name: string): boolean {
  const [, digits = ""] = /^plugboard-git-(\d+)-/.exec(name) ?? [];
  const pid = Number(digits);
  if (pid === 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
