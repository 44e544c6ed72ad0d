// @ts-check
// `pnpm start`, and `pnpm start:cluster`: builds what the playground needs and runs it. This is JavaScript, so that any Node can say what is wrong when the
// dependencies could not be installed.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const turbo = fileURLToPath(new URL("../node_modules/turbo/bin/turbo", import.meta.url));

if (existsSync(turbo)) {
  endWithWhoeverStartedThis();
  await build();
  // The specifier is made here because the file exists only after the build.
  const entry = process.argv[2] === "cluster" ? "start-cluster.js" : "start.js";
  await import(new URL(`../apps/playground/dist/${entry}`, import.meta.url).href);
} else {
  console.error(
    "\nPlugboard cannot start: its dependencies are not installed. The first start downloads them from the npm registry, or from\n" +
      "the one that your .npmrc names. What went wrong stands above. Once that is mended, run the same command again.",
  );
  process.exitCode = 1;
}

async function build() {
  const build = ["run", "build", "--filter=@plugboard/playground...", "--output-logs=errors-only"];
  const child = spawn(process.execPath, [turbo, ...build], {
    stdio: "inherit",
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1" },
  });
  const stop = () => void child.kill();
  process.once("SIGTERM", stop);
  const [code] = await once(child, "exit");
  process.off("SIGTERM", stop);
  if (code !== 0) process.exit(code ?? 1);
}

/** Stops when the package manager that runs this was killed, and could not pass the signal on. */
function endWithWhoeverStartedThis() {
  const ancestors = findAncestors();
  setInterval(() => {
    if (!ancestors.every(isAlive)) process.kill(process.pid, "SIGTERM");
  }, 500).unref();
}

/** The processes of the package manager above this one: the direct parent, and those above as far as they can be seen. */
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
      // A shell stands between the package managers, but also above them, where it is somebody's terminal.
      if (!/\b(pnpm|npm|npx|sh -c)\b/.test(processes.get(pid)?.command ?? "")) break;
      found.push(pid);
    }
  } catch {
    // Without `ps`, as on Windows, there is the direct parent alone.
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
