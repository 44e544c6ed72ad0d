import { type ChildProcess, spawn } from "node:child_process";
import { chmod, chown, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Duplex, Readable } from "node:stream";
import { createInterface } from "node:readline";
import type { Confinement } from "./confinement.ts";
import { findWorkerd } from "./find-workerd.ts";

/** How a sandbox is kept apart from the machine. */
export interface Isolation {
  /** It runs as `nobody`; possible when the runner itself is root. */
  readonly user: boolean;
  /** It has a user, network and IPC namespace of its own, which are empty. */
  readonly namespaces: boolean;
}

/** How to start a sandbox's process. */
export interface SandboxLaunch {
  readonly isolation: Isolation;
  readonly confinement: Confinement;
  /** Made for this sandbox and removed after it: its sockets. */
  readonly socketDirectory: string;
  /** What `ulimit -d` allows. */
  readonly maxDataBytes: number | undefined;
}

/** A process of a sandbox that was started. It waits for its configuration; whether it gets ready then is another matter. */
export interface LaunchedSandbox {
  readonly socketDirectory: string;
  /** Gives it its configuration, code and secrets included, none of which is ever on a disk. */
  readonly configure: (configuration: Uint8Array) => void;
  /** The process id of workerd. @throws when it ended before */
  readonly pid: Promise<number>;
  /** When its sockets can be connected to; never when it ends before. */
  readonly listening: Promise<void>;
  readonly output: Readable;
  /** What it wrote to its error output while it started, at most 16 KiB. */
  readonly errorOutput: () => string;
  /** Resolves when the process is gone and its files are removed. */
  readonly ended: Promise<{ readonly exitCode: number | null }>;
  /** Ends it at once. */
  readonly kill: () => void;
}

export const nobody = 65_534;

const socketNames = ["dispatch", "control"] as const;
const maxErrorOutput = 16 * 1024;

/**
 * Starts what its arguments name with a limit on its data segment in KiB (`$1`), and ends it when descriptor 4 closes: a runner
 * that is killed leaves nothing behind. The process id is written to descriptor 3.
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

/** The sockets of a sandbox. */
export function sandboxSockets(directory: string): Record<"dispatch" | "control" | "egress", string> {
  const at = (name: string): string => join(directory, `${name}.sock`);
  return { dispatch: at("dispatch"), control: at("control"), egress: at("egress") };
}

// Nobody but the runner and the sandbox gets to them.
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
  // Node.js makes each extra pipe one that can be read and written.
  const [, , , control, life] = stdio as unknown as readonly (Duplex | null | undefined)[];
  if (!(stdin && stdout && stderr && control && life)) {
    throw new Error("A sandbox was started without its pipes.");
  }
  let errors = "";
  stderr.on("data", (chunk: Buffer) => {
    if (errors.length < maxErrorOutput) errors += chunk.toString("utf8", 0, maxErrorOutput - errors.length);
  });
  // A pipe whose other end is gone is no error of ours: the process has ended, which is reported by itself.
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
    started.reject(new Error("The sandbox ended before it had started."));
  });
  started.promise.catch(() => {});
  const open = new Set<string>(socketNames);
  createInterface({ input: control }).on("line", (line) => {
    // The wrapper writes first, workerd after it. What else might come here changes nothing.
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
      // The wrapper ends the sandbox when this closes; killing it directly is faster.
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
