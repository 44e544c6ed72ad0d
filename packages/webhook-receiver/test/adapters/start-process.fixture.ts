import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";

interface ServerProcess {
  readonly command: string;
  readonly args: readonly string[];
  /** The working directory, deleted on stop. */
  readonly folder: string;
  readonly env?: NodeJS.ProcessEnv;
  /**
   * Matches the output that names the address, as a group, followed by text that shows the line is complete.
   */
  readonly listening: RegExp;
}

interface StartedProcess {
  /** The server's address. */
  readonly address: string;
  readonly stop: () => Promise<void>;
}

// A development server compiles for seconds, or minutes on a busy machine.
const patienceMilliseconds = 240_000;

/**
 * The hook timeout for starting a server. Longer than the server's own timeout, so that it is always stopped.
 */
export const startTimeoutMilliseconds = 300_000;

/** Starts a server process and waits for its address. */
export async function startProcess({
  command,
  args,
  folder,
  env = process.env,
  listening,
}: ServerProcess): Promise<StartedProcess> {
  const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const patience = setTimeout(() => child.kill(), patienceMilliseconds);
  const stop = async (): Promise<void> => {
    clearTimeout(patience);
    child.kill();
    await ended;
    // Retries, because child processes may still be writing.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  const address = await new Promise<string>((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const [, found] = listening.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    child.once("close", () => reject(new Error(`${command} exited before listening: ${output}`)));
  }).finally(() => clearTimeout(patience));
  return { address, stop };
}
