import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The folder below an integration's where the command line keeps what it makes. */
export const ownFolderName = ".plugboard";

/** Makes a folder for what is not the author's own; git ignores it. */
export async function makeOwnFolder(projectFolder: string, ...below: readonly string[]): Promise<string> {
  const own = join(projectFolder, ownFolderName);
  const folder = join(own, ...below);
  await mkdir(folder, { recursive: true });
  await writeFile(join(own, ".gitignore"), "*\n", { flag: "wx" }).catch(() => {});
  return folder;
}
