import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const consoleFolder = fileURLToPath(new URL("../../../console", import.meta.url));
const dist = join(consoleFolder, "dist");

/**
 * Builds the console where the server looks for it. Test files that run side by side each do so: every file is put in its
 * place whole, and the page that names the others comes last.
 */
export async function buildConsole(): Promise<void> {
  await mkdir(join(dist, "assets"), { recursive: true });
  const outDir = await mkdtemp(join(dist, ".build-"));
  await build({ root: consoleFolder, logLevel: "error", build: { outDir } });
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(outDir, join(entry.parentPath, entry.name)));
  for (const file of files.toSorted((one) => (one === "index.html" ? 1 : -1)))
    await rename(join(outDir, file), join(dist, file));
  await rm(outDir, { recursive: true });
}
