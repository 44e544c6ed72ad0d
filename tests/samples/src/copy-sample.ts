import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import type { SampleFolder } from "./sample-folders.ts";

/** Copies of samples outside of this repository, in folders with the same names. */
export interface SampleCopies {
  readonly path: string;
  /** Runs the TypeScript compiler. @throws an error with the compiler errors in `stdout` */
  readonly compile: (...options: readonly string[]) => Promise<void>;
  readonly remove: () => Promise<void>;
}

const run = promisify(execFile);
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
const leftBehind = new Set(["node_modules", "dist", ".turbo"]);

/** Copies samples to a temporary folder with their installed packages. */
export async function copySamples(samples: readonly SampleFolder[]): Promise<SampleCopies> {
  const path = await mkdtemp(join(tmpdir(), "plugboard-sample-"));
  for (const { name, path: from } of samples) {
    const copy = join(path, name);
    await cp(from, copy, { recursive: true, filter: (file) => !leftBehind.has(basename(file)) });
    await symlink(join(from, "node_modules"), join(copy, "node_modules"), "junction");
  }
  return {
    path,
    compile: async (...options) => {
      // Several checkers would each have to work out the types of the shared packages.
      await run(process.execPath, [compiler, ...options, "--checkers", "1"], { cwd: path });
    },
    remove: () => rm(path, { recursive: true }),
  };
}
