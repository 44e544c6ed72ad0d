import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** A process under test. It prints `ready` when it is under load, and `accepted <event id>` for each event it accepted. */
export interface CrashProcess {
  /** Resolves when the process is under load. Rejects if it exits earlier. */
  readonly ready: Promise<void>;
  /** Returns whether the process exited before `end` was called. */
  readonly hasDied: () => boolean;
  /**
   * Ends the process immediately with SIGKILL, or gracefully with SIGTERM. Resolves when all its output has
   * been read.
   */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
}

/**
 * Follows a process whose standard output is a pipe. `accept` is called with the ID of each accepted event.
 */
export function followCrashProcess(child: ChildProcess, accept: (eventId: string) => void): CrashProcess {
  if (child.stdout === null) throw new TypeError("the process's standard output must be a pipe");
  const read = once(child.stdout, "end");
  const exited = once(child, "exit");
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = `${rest}${text}`.split("\n");
    // A killed process can leave an incomplete line.
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "ready") resolve();
      else if (line.startsWith("accepted ")) accept(line.slice("accepted ".length));
    }
  });
  exited.then(
    ([code, signal]) => reject(new Error(`the process ended too early (${code ?? signal})`)),
    reject,
  );
  ready.catch(() => {});
  let hasDied = false;
  return {
    ready,
    hasDied: () => hasDied,
    async end(signal) {
      hasDied = child.exitCode !== null || child.signalCode !== null;
      child.kill(signal);
      await exited;
      await read;
    },
  };
}
