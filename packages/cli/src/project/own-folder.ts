import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The folder inside the integration's folder for files of the command line. */
export const ownFolderName = ".plugboard";

/** Creates a folder for generated files, ignored by git. */
export async function makeOwnFolder(projectFolder: string, ...below: readonly string[]): Promise<string> {
  const own = join(projectFolder, ownFolderName);
  const folder = join(own, ...below);
  await mkdir(folder, { recursive: true });
  await writeFile(join(own, ".gitignore"), "*\n", { flag: "wx" }).catch(() => {});
  return folder;
}
