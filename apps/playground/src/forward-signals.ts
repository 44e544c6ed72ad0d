import type { ChildProcess } from "node:child_process";

/**
 * Stops a child process when this one is asked to stop. On Windows, Ctrl-C reaches every process of the
 * terminal and other signals kill immediately, so none is forwarded there.
 */
export function forwardSignals(child: ChildProcess, platform: NodeJS.Platform = process.platform): void {
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.on("SIGINT", () => platform === "win32" || child.kill("SIGTERM"));
}
