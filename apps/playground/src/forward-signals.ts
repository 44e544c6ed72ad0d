import type { ChildProcess } from "node:child_process";

/** Asks a child process to stop whenever this one is asked to. */
export function forwardSignals(child: ChildProcess): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill("SIGTERM"));
}
