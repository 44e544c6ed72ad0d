import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** A built gallery: the folder it is in, and how to be rid of it. */
export interface BuiltGallery {
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/** Builds the gallery and the harness into a temporary folder. */
export async function buildGallery(): Promise<BuiltGallery> {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-gallery-"));
  const configFile = fileURLToPath(new URL("../vite.config.ts", import.meta.url));
  await build({ configFile, logLevel: "error", build: { outDir: folder, emptyOutDir: true } });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
