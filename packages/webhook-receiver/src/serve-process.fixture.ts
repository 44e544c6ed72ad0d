import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import type { RunningServer } from "./listen.fixture.ts";

interface ServerProcess {
  readonly command: string;
  readonly args: readonly string[];
  /** Its working folder, removed when it is stopped. */
  readonly folder: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Finds the port in what it writes once it listens. Must match past the port's last digit. */
  readonly listening: RegExp;
}

// Should a test give up on it, it still ends.
const longestLifeMilliseconds = 600_000;

/** Starts a server in a process of its own, and waits until it says where it listens. */
export async function serveProcess({
  command,
  args,
  folder,
  env = process.env,
  listening,
}: ServerProcess): Promise<RunningServer> {
  const child = spawn(command, args, {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: longestLifeMilliseconds,
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const port = await new Promise<string>((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const [, found] = listening.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    child.once("close", () => reject(new Error(`${command} ended before it listened: ${output}`)));
  });
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    stop: async () => {
      child.kill();
      await ended;
      // Tried again, because processes that outlive the server for a moment may still write.
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
