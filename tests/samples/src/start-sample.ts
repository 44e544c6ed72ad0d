import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A sample integration as a process. */
export interface SampleProcess {
  readonly url: string;
  /** Asks it to stop and waits; gives back its exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Starts a built sample on a free port. */
export async function startSample(path: string, signingSecret: string): Promise<SampleProcess> {
  const child = spawn(process.execPath, ["--conditions=@plugboard/source", "dist/serve.js"], {
    cwd: path,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, PLUGBOARD_SIGNING_SECRET: signingSecret, PORT: "0" },
  });
  const exited = once(child, "exit");
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      const [found] = line.match(/http:\S+/) ?? [];
      if (found !== undefined) resolve(found);
    });
    exited.then(() => reject(new Error("the sample ended before it listened")), reject);
  });
  return {
    url,
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
      return child.exitCode;
    },
  };
}
