// @ts-check
// `pnpm start`, and `pnpm start:cluster`: installs the playground's dependencies, builds its web pages and runs it from its sources.
// Plain JavaScript, so that any Node can report a failed installation.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { install } from "./install.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
// The first version with stable support for TypeScript and SQLite.
const oldestNode = 24;
const isNodeTooOld = Number.parseInt(process.versions.node, 10) < oldestNode;
const isCluster = process.argv[2] === "cluster";

endWithWhoeverStartedThis();
// The cluster needs PostgreSQL, which is a test dependency.
const isInstalled = isCluster
  ? install()
  : install([
      "@plugboard/playground",
      "./apps/sample-integrations/*",
      ...(isNodeTooOld ? ["@plugboard/node"] : []),
    ]);
if (isInstalled) {
  // The first start takes half a minute; show progress.
  console.log("\nBuilding the web pages…");
  await run("apps/playground/src/build.ts");
  console.log("Starting the server…");
  await run(`apps/playground/src/${isCluster ? "start-cluster" : "start"}.ts`);
} else {
  console.error(
    "\nPlugboard cannot start: its dependencies are not installed. The first start downloads them from the npm registry or from\n" +
      "the registry in your .npmrc. Fix the error above and run the same command again.",
  );
  process.exitCode = 1;
}

/** @param {string} file */
async function run(file) {
  const program = process.platform === "win32" ? "node.exe" : "node";
  const node = isNodeTooOld ? `${root}scripts/node/node_modules/node/bin/${program}` : process.execPath;
  const child = spawn(node, ["--import=./apps/playground/src/end-with-parent.ts", file], {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, NODE_OPTIONS: "--conditions=@plugboard/source" },
  });
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    // On Windows, Ctrl-C reaches every process of the terminal, and a signal from another process kills
    // immediately.
    if (process.platform !== "win32" || signal !== "SIGINT") child.kill("SIGTERM");
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
  const [code] = await once(child, "exit");
  for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, stop);
  if (code !== 0) process.exit(code ?? 1);
}

/** Exits when the package manager that runs this was killed and couldn't forward the signal. */
function endWithWhoeverStartedThis() {
  const ancestors = findAncestors();
  setInterval(() => {
    if (!ancestors.every(isAlive)) process.kill(process.pid, "SIGTERM");
  }, 500).unref();
}

/** Returns the package manager processes above this one: the direct parent, and its visible ancestors. */
function findAncestors() {
  const found = [process.ppid];
  try {
    const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,command="], { encoding: "utf8" });
    const processes = new Map(
      table.split("\n").map((line) => {
        const [pid, ppid, ...command] = line.trim().split(/\s+/);
        return [Number(pid), { ppid: Number(ppid), command: command.join(" ") }];
      }),
    );
    for (let pid = processes.get(process.ppid)?.ppid; pid !== undefined; pid = processes.get(pid)?.ppid) {
      // There are shells between package managers, but also above them, where they belong to the user's
      // terminal.
      if (!/\b(pnpm|npm|npx|sh -c)\b/.test(processes.get(pid)?.command ?? "")) break;
      found.push(pid);
    }
  } catch {
    // Without `ps`, as on Windows, only the direct parent is known.
  }
  return found;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
