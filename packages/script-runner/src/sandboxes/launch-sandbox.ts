import { type ChildProcess, spawn } from "node:child_process";
import { chmod, chown, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Duplex, Readable } from "node:stream";
import { createInterface } from "node:readline";
import type { Confinement } from "./confinement.ts";
import { findWorkerd } from "./find-workerd.ts";

/** The isolation of a sandbox. */
export interface Isolation {
  /** Whether it runs as `nobody`, which requires a runner that runs as root. */
  readonly user: boolean;
  /** Whether it has empty user, network and IPC namespaces. */
  readonly namespaces: boolean;
}

/** Options for `launchSandbox`. */
export interface SandboxLaunch {
  readonly isolation: Isolation;
  readonly confinement: Confinement;
  /** The directory of its sockets, created for this sandbox and removed afterwards. */
  readonly socketDirectory: string;
  /** The limit for `ulimit -d`. */
  readonly maxDataBytes: number | undefined;
}

/** A started sandbox process that waits for its configuration. It can still fail to start. */
export interface LaunchedSandbox {
  readonly socketDirectory: string;
  /** Sends the configuration, including code and secrets, which are never written to disk. */
  readonly configure: (configuration: Uint8Array) => void;
  /** The process ID of workerd. @throws if the process ended first */
  readonly pid: Promise<number>;
  /** Resolves when its sockets accept connections; never if the process ends first. */
  readonly listening: Promise<void>;
  readonly output: Readable;
  /** Returns its error output during the start, at most 16 KiB. */
  readonly errorOutput: () => string;
  /** Resolves when the process has ended and its files are removed. */
  readonly ended: Promise<{ readonly exitCode: number | null }>;
  /** Kills the process. */
  readonly kill: () => void;
}

export const nobody = 65_534;

const socketNames = ["dispatch", "control"] as const;
const maxErrorOutput = 16 * 1024;

/**
 * Runs the command in its arguments with a limit on its data segment (`$1`, in KiB) and ends it when
 * descriptor 4 closes, so that a killed runner leaves no process behind. Writes the process ID to descriptor
 * 3.
 */
const launchScript = `
ulimit -c 0
[ "$1" = unlimited ] || ulimit -d "$1" || exit 125
shift
exec 5<&0
"$@" 0<&5 4<&- 5<&- &
sandbox=$!
exec 0</dev/null 5<&-
echo "{\\"pid\\":$sandbox}" >&3
{ read -r _ <&4; kill -9 "$sandbox"; } 3>&- 1>&- 2>/dev/null &
watcher=$!
wait "$sandbox" 2>/dev/null
code=$?
kill -9 "$watcher" 2>/dev/null
exit "$code"
`;

/** Returns the socket paths of a sandbox. */
export function sandboxSockets(directory: string): Record<"dispatch" | "control" | "egress", string> {
  const at = (name: string): string => join(directory, `${name}.sock`);
  return { dispatch: at("dispatch"), control: at("control"), egress: at("egress") };
}

// Accessible only to the runner and the sandbox.
async function makeSocketDirectory(directory: string, isolation: Isolation): Promise<void> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o700);
  if (isolation.user) await chown(directory, nobody, nobody);
}

/** Starts the process of a sandbox. */
export async function launchSandbox({
  isolation,
  confinement,
  socketDirectory,
  maxDataBytes,
}: SandboxLaunch): Promise<LaunchedSandbox> {
  await makeSocketDirectory(socketDirectory, isolation);
  const sockets = sandboxSockets(socketDirectory);
  const limit = maxDataBytes === undefined ? "unlimited" : String(Math.ceil(maxDataBytes / 1024));
  const command = [
    ...(isolation.namespaces ? ["unshare", "--user", "--net", "--ipc", "--"] : []),
    "/bin/sh",
    "-c",
    launchScript,
    "sandbox",
    limit,
    ...confinement,
    findWorkerd(),
    "serve",
    "--control-fd=3",
    ...socketNames.map((name) => `--socket-addr=${name}=unix:${sockets[name]}`),
    `--external-addr=egress=unix:${sockets.egress}`,
    "--binary",
    "-",
  ];
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: "/",
    env: { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin" },
    stdio: ["pipe", "pipe", "pipe", "pipe", "pipe"],
    ...(isolation.user && { uid: nobody, gid: nobody }),
  });
  return observe(child, socketDirectory);
}

function observe(child: ChildProcess, socketDirectory: string): LaunchedSandbox {
  const { stdin, stdout, stderr, stdio } = child;
  // Node.js creates a duplex stream for each extra pipe.
  const [, , , control, life] = stdio as unknown as readonly (Duplex | null | undefined)[];
  if (!(stdin && stdout && stderr && control && life)) {
    throw new Error("A sandbox was started without its pipes.");
  }
  let errors = "";
  stderr.on("data", (chunk: Buffer) => {
    if (errors.length < maxErrorOutput) errors += chunk.toString("utf8", 0, maxErrorOutput - errors.length);
  });
  // A closed pipe means that the process has ended, which is reported separately.
  for (const stream of [stdin, stdout, stderr, control, life]) stream.on("error", () => {});
  const ended = new Promise<{ exitCode: number | null }>((resolve) => {
    child.once("error", (error) => {
      errors += String(error);
      resolve({ exitCode: null });
    });
    child.once("close", (exitCode) => resolve({ exitCode }));
  }).then(async (end) => {
    await rm(socketDirectory, { recursive: true, force: true });
    return end;
  });
  const started = Promise.withResolvers<number>();
  const listening = Promise.withResolvers<void>();
  let isGone = false;
  void ended.finally(() => {
    isGone = true;
    started.reject(new Error("The sandbox ended during its start."));
  });
  started.promise.catch(() => {});
  const open = new Set<string>(socketNames);
  createInterface({ input: control }).on("line", (line) => {
    // The wrapper writes first, then workerd. Other lines are ignored.
    const [, pid] = /^\{"pid":(\d+)\}$/.exec(line) ?? [];
    if (pid !== undefined) started.resolve(Number(pid));
    const [, socket = ""] = /^\{"event":"listen","socket":"(\w+)"/.exec(line) ?? [];
    open.delete(socket);
    if (open.size === 0) listening.resolve();
  });
  return {
    socketDirectory,
    configure: (configuration) => stdin.end(configuration),
    pid: started.promise,
    listening: listening.promise,
    output: stdout,
    errorOutput: () => errors,
    ended,
    kill: () => {
      // Closing this makes the wrapper end the sandbox; killing it directly is faster.
      void started.promise
        .then(
          (pid) => !isGone && process.kill(pid, "SIGKILL"),
          () => {},
        )
        .catch(() => {});
      life.destroy();
    },
  };
}
