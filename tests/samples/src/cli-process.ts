import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("program/main.ts", import.meta.resolve("@plugboard/cli")));

/** The command that runs the CLI from its sources. */
export const command: readonly string[] = [process.execPath, "--conditions=@plugboard/source", main];

/** A running command. */
export interface CliProcess {
  /** Returns its output so far. */
  readonly output: () => string;
  /** Returns the first line on stdout, past or future, that matches. */
  readonly waitFor: (isWanted: (line: string) => boolean) => Promise<string>;
  readonly type: (text: string) => void;
  readonly interrupt: () => void;
  /** Resolves to the exit code. */
  readonly exited: Promise<number | null>;
}

/** Starts a command and collects its output. */
export function start(
  [file = "", ...args]: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): CliProcess {
  const child: ChildProcess = spawn(file, args, { cwd, env, stdio: "pipe" });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let output = "";
  const gather = (chunk: Buffer): void => {
    output += chunk.toString();
    for (const look of waiting) look();
  };
  child.stderr?.on("data", gather);
  child.stdout?.on("data", gather);
  if (child.stdout !== null)
    createInterface(child.stdout).on("line", (line) => {
      lines.push(line);
      for (const look of waiting) look();
    });
  const exited = once(child, "close").then(() => child.exitCode);
  return {
    output: () => output,
    waitFor: (isWanted) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = lines.find(isWanted);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
        void exited.then(() => reject(new Error(`It ended before that:\n${output}`)));
      }),
    type: (text) => void child.stdin?.write(text),
    interrupt: () => void child.kill("SIGINT"),
    exited,
  };
}
