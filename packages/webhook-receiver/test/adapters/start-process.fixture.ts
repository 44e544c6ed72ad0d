import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";

interface ServerProcess {
  readonly command: string;
  readonly args: readonly string[];
  /** Its working folder, removed when it is stopped. */
  readonly folder: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Finds in its output that it listens, and where: as a group, with something after it that shows it is complete. */
  readonly listening: RegExp;
}

interface StartedProcess {
  /** Where it listens. */
  readonly address: string;
  readonly stop: () => Promise<void>;
}

// A development server that compiles takes seconds of work, which a busy machine stretches to minutes.
const patienceMilliseconds = 240_000;

/** How long a test's hook gives a server: longer than the server is given to start, so that it is never left behind. */
export const startTimeoutMilliseconds = 300_000;

/** Starts a server in a process of its own, and waits until it says where it listens. */
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
    // Tried again, because processes that outlive the server for a moment may still write.
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
    child.once("close", () => reject(new Error(`${command} ended before it listened: ${output}`)));
  }).finally(() => clearTimeout(patience));
  return { address, stop };
}
