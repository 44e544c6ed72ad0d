import type { ChildProcess } from "node:child_process";

/**
 * Asks a child process to stop whenever this one is asked to. On Windows, Ctrl-C reaches every process of the terminal, and what
 * another process sends ends one at once: there the child is left to hear of it by itself.
 */
export function forwardSignals(child: ChildProcess, platform: NodeJS.Platform = process.platform): void {
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.on("SIGINT", () => platform === "win32" || child.kill("SIGTERM"));
}
