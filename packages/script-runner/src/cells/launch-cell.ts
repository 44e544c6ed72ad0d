import { type ChildProcess, spawn } from "node:child_process";
import { chmod, chown, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { launchScript, secretVariable } from "./cell-files.ts";

/** How a cell is kept apart from the machine. */
export interface Isolation {
  /** It runs as `nobody`; possible when the runner itself is root. */
  readonly user: boolean;
  /** It has a user, network and IPC namespace of its own, which are empty. */
  readonly namespaces: boolean;
}

export interface CellLaunch {
  readonly isolation: Isolation;
  /** What `writeCellFiles` wrote. */
  readonly filesDirectory: string;
  /** Where the bundle lies. */
  readonly codeDirectory: string;
  /** Made for this cell and removed after it: its sockets. */
  readonly socketDirectory: string;
  readonly signingSecrets: readonly string[];
  /** What `ulimit -d` allows. */
  readonly maxDataBytes: number | undefined;
}

/** A process of a cell that was started; whether it gets ready is another matter. */
export interface LaunchedCell {
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

// Its package exports the path of the program for this machine, without types.
const { default: workerdBinary }: { readonly default: string } = createRequire(import.meta.url)("workerd");

export const nobody = 65_534;

const socketNames = ["dispatch", "control"] as const;
const maxErrorOutput = 16 * 1024;

/** The sockets of a cell. */
export function cellSockets(directory: string): Record<"dispatch" | "control" | "egress", string> {
  const at = (name: string): string => join(directory, `${name}.sock`);
  return { dispatch: at("dispatch"), control: at("control"), egress: at("egress") };
}

/** Makes the directory of a cell's sockets, so that nobody but the runner and the cell gets to them. */
export async function makeSocketDirectory(directory: string, isolation: Isolation): Promise<void> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o700);
  if (isolation.user) await chown(directory, nobody, nobody);
}

/** Starts the process of a cell. */
export function launchCell(launch: CellLaunch): LaunchedCell {
  const { isolation, filesDirectory, codeDirectory, socketDirectory, signingSecrets, maxDataBytes } = launch;
  const sockets = cellSockets(socketDirectory);
  const limit = maxDataBytes === undefined ? "unlimited" : String(Math.ceil(maxDataBytes / 1024));
  const command = [
    ...(isolation.namespaces ? ["unshare", "--user", "--net", "--ipc", "--"] : []),
    "/bin/sh",
    "-c",
    launchScript,
    "cell",
    limit,
    workerdBinary,
    "serve",
    "--control-fd=3",
    "-I",
    codeDirectory,
    ...socketNames.map((name) => `--socket-addr=${name}=unix:${sockets[name]}`),
    `--external-addr=egress=unix:${sockets.egress}`,
    join(filesDirectory, "cell.capnp"),
  ];
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: "/",
    env: { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", [secretVariable]: signingSecrets.join() },
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    ...(isolation.user && { uid: nobody, gid: nobody }),
  });
  return observe(child, socketDirectory);
}

function observe(child: ChildProcess, socketDirectory: string): LaunchedCell {
  const { stdin, stdout, stderr, stdio } = child;
  const control = stdio[3];
  if (
    stdin === null ||
    stdout === null ||
    stderr === null ||
    !(control !== null && control !== undefined && "read" in control)
  ) {
    throw new Error("A cell was started without its pipes.");
  }
  let errors = "";
  stderr.on("data", (chunk: Buffer) => {
    if (errors.length < maxErrorOutput) errors += chunk.toString("utf8", 0, maxErrorOutput - errors.length);
  });
  // A pipe whose other end is gone is no error of ours: the process has ended, which is reported by itself.
  for (const stream of [stdin, stdout, stderr, control]) stream.on("error", () => {});
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
    started.reject(new Error("The cell ended before it had started."));
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
    pid: started.promise,
    listening: listening.promise,
    output: stdout,
    errorOutput: () => errors,
    ended,
    kill: () => {
      // The wrapper ends the cell when its input closes; killing it directly is faster.
      void started.promise
        .then(
          (pid) => !isGone && process.kill(pid, "SIGKILL"),
          () => {},
        )
        .catch(() => {});
      stdin.destroy();
    },
  };
}
