// @ts-check
// `node scripts/run.mjs [options] <file> [arguments]`: installs the workspace and runs a file of the repository with the
// workspace's own Node. A shell remembers where it found `node`, so `node install.mjs && node file.ts` would run both with the
// system's, which may be too old for TypeScript. This is JavaScript for any Node.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { install } from "./install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

if (install()) await run(process.argv.slice(2));
else process.exitCode = 1;

/** @param {readonly string[]} words */
async function run(words) {
  const program = process.platform === "win32" ? "node.exe" : "node";
  const child = spawn(`${root}node_modules/node/bin/${program}`, words, { cwd: root, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"])
    process.on(signal, () => {
      // On Windows, Ctrl-C reaches every process of the terminal, and a signal from another process kills immediately.
      if (process.platform !== "win32" || signal !== "SIGINT") child.kill("SIGTERM");
    });
  const [code] = await once(child, "exit");
  process.exitCode = code ?? 1;
}
