import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import type { SampleFolder } from "./sample-folders.ts";

/** A copy of a sample outside this repository. */
export interface SampleCopy {
  readonly path: string;
  /** Runs the TypeScript compiler in it. @throws an error whose `stdout` says what is wrong */
  readonly compile: (...options: readonly string[]) => Promise<void>;
  readonly remove: () => Promise<void>;
}

const run = promisify(execFile);
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
const leftBehind = new Set(["node_modules", "dist", ".turbo"]);

/** Copies a sample to a folder of its own, with the packages that are installed for it here. */
export async function copySample({ path: from }: SampleFolder): Promise<SampleCopy> {
  const path = await mkdtemp(join(tmpdir(), "plugboard-sample-"));
  await cp(from, path, { recursive: true, filter: (file) => !leftBehind.has(basename(file)) });
  await symlink(join(from, "node_modules"), join(path, "node_modules"), "junction");
  return {
    path,
    compile: async (...options) => void (await run(process.execPath, [compiler, ...options], { cwd: path })),
    remove: () => rm(path, { recursive: true }),
  };
}
