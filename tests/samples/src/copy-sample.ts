import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import type { SampleFolder } from "./sample-folders.ts";

/** Copies of samples outside this repository, each in a folder of its name. */
export interface SampleCopies {
  readonly path: string;
  /** Runs the TypeScript compiler in it. @throws an error whose `stdout` says what is wrong */
  readonly compile: (...options: readonly string[]) => Promise<void>;
  readonly remove: () => Promise<void>;
}

const run = promisify(execFile);
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
const leftBehind = new Set(["node_modules", "dist", ".turbo"]);

/** Copies samples to a folder of their own, with the packages that are installed for them here. */
export async function copySamples(samples: readonly SampleFolder[]): Promise<SampleCopies> {
  const path = await mkdtemp(join(tmpdir(), "plugboard-sample-"));
  for (const { name, path: from } of samples) {
    const copy = join(path, name);
    await cp(from, copy, { recursive: true, filter: (file) => !leftBehind.has(basename(file)) });
    await symlink(join(from, "node_modules"), join(copy, "node_modules"), "junction");
  }
  return {
    path,
    compile: async (...options) => void (await run(process.execPath, [compiler, ...options], { cwd: path })),
    remove: () => rm(path, { recursive: true }),
  };
}
