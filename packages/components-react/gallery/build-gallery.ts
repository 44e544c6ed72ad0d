import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** A built gallery: its folder, and a function that deletes it. */
export interface BuiltGallery {
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/** Builds the gallery and the harness into a temporary folder. */
export async function buildGallery(): Promise<BuiltGallery> {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-gallery-"));
  await buildPages(folder, ["index.html", "harness.html"]);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Builds pages of this folder into another one, replacing its contents. */
export async function buildPages(folder: string, pages: readonly string[]): Promise<void> {
  const input = pages.map((page) => fileURLToPath(new URL(page, import.meta.url)));
  await build({
    configFile: fileURLToPath(new URL("../vite.config.ts", import.meta.url)),
    logLevel: "error",
    build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input } },
  });
}
