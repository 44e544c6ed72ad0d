import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { findPnpm } from "./find-pnpm.mjs";
import { root } from "./workspace.ts";

const execute = promisify(execFile);

const { packageManager }: { readonly packageManager: string } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);
const { program, parameters, shell } = findPnpm(packageManager);

/** Runs pnpm and returns its output. @throws Error if it fails */
export async function readPnpm(args: readonly string[], folder: string): Promise<string> {
  const options = { cwd: folder, maxBuffer: 2 ** 26, shell };
  const { stdout } = await execute(program, [...parameters, ...args], options);
  return stdout;
}

/** Runs pnpm and shows its output. @throws Error if it fails */
export function runPnpm(args: readonly string[], folder: string): void {
  const options = { cwd: folder, stdio: "inherit", shell } as const;
  const { status, error } = spawnSync(program, [...parameters, ...args], options);
  if (status !== 0) throw error ?? new Error(`pnpm ${args.join(" ")} failed with exit code ${status}`);
}

/** Runs changesets. @throws Error if it fails */
export function runChangeset(args: readonly string[], folder: string): void {
  const program = join(root, "node_modules/@changesets/cli/bin.js");
  const { status } = spawnSync(process.execPath, [program, ...args], { cwd: folder, stdio: "inherit" });
  if (status !== 0) throw new Error(`changeset ${args.join(" ")} failed with exit code ${status}`);
}
