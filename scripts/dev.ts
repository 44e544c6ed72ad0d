import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, watch } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { buildSite } from "../apps/playground/src/build-pages.ts";
import { readPackages, root } from "./shared/workspace.ts";

// `pnpm dev` runs the same as `pnpm start`, from the sources and without a build. The server and the samples
// restart when their sources change, with the same data; the console updates in the open page.

const consoleFolder = join(root, "apps/console");
const settleMilliseconds = 200;

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());

let changed = new AbortController();
for (const { folder } of await readPackages("packages/*", "apps/*", "apps/sample-integrations/*")) {
  const sources = join(root, folder, "src");
  if (sources.startsWith(consoleFolder) || !existsSync(sources)) continue;
  watch(sources, { recursive: true, signal: stopping.signal }, (_event, file) => {
    if (file !== null && /(?<!\.test)\.tsx?$/.test(file)) changed.abort();
  });
}

const vite = run("node_modules/vite/bin/vite.js", consoleFolder, ["--host", "127.0.0.1"]);
while (!stopping.signal.aborted) {
  changed = new AbortController();
  // The code loaded by sites has no hot reload. A build error is printed, but doesn't stop the rest.
  await buildSite().catch((error: unknown) => console.error(error));
  const either = AbortSignal.any([changed.signal, stopping.signal]);
  const server = run("apps/playground/src/start.ts", root);
  // If the server failed to start, wait for a change that fixes it.
  await aborted(either);
  await wait(settleMilliseconds);
  await stop(server);
  if (!stopping.signal.aborted) console.log("\n  Sources changed. Restarting the server.");
}
await stop(vite);

function run(program: string, cwd: string, parameters: readonly string[] = []): ChildProcess {
  return spawn(process.execPath, [join(cwd, program), ...parameters], {
    cwd,
    stdio: "inherit",
    env: { ...process.env, NODE_OPTIONS: "--conditions=@plugboard/source" },
  });
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  await ended(child);
}
