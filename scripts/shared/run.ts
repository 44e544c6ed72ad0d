import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "./workspace.ts";

const execute = promisify(execFile);

// The pnpm that runs this script; it need not be on the path, and on Windows it has another name there.
const pnpm = process.env["npm_execpath"] ?? "pnpm";

/** What pnpm prints. @throws Error where it fails */
export async function readPnpm(args: readonly string[], folder: string): Promise<string> {
  const { stdout } = await execute(pnpm, [...args], { cwd: folder, maxBuffer: 2 ** 26 });
  return stdout;
}

/** Runs pnpm with its output shown. @throws Error where it fails */
export function runPnpm(args: readonly string[], folder: string): void {
  const { status, error } = spawnSync(pnpm, [...args], { cwd: folder, stdio: "inherit" });
  if (status !== 0) throw error ?? new Error(`pnpm ${args.join(" ")} ended with ${status}`);
}

/** Runs changesets. @throws Error where it fails */
export function runChangeset(args: readonly string[], folder: string): void {
  const program = join(root, "node_modules/@changesets/cli/bin.js");
  const { status } = spawnSync(process.execPath, [program, ...args], { cwd: folder, stdio: "inherit" });
  if (status !== 0) throw new Error(`changeset ${args.join(" ")} ended with ${status}`);
}
