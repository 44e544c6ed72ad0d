import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The reference server as a real process, run from its sources. */
export interface ServerProcess {
  readonly consoleUrl: string;
  readonly sitesUrl: string;
  /** The link that creates the first owner, until there is one. */
  readonly firstOwnerUrl?: string | undefined;
  /** Kills the process, like a power failure. */
  readonly kill: () => Promise<void>;
  /** Stops it gracefully and returns its exit code. */
  readonly stop: () => Promise<number | null>;
}

export const adminToken = "admin_for_the_end_to_end_test";

const main = fileURLToPath(new URL("../../../reference-server/src/main.ts", import.meta.url));

/** Starts the server on a data folder with extra `variables`; port 0 selects a free one. */
export async function startServerProcess(
  dataDir: string,
  port = 0,
  variables: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ["--conditions=@plugboard/source", main], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      PLUGBOARD_DATA_DIR: dataDir,
      PLUGBOARD_ADMIN_TOKEN: adminToken,
      ...variables,
    },
  });
  const exited = once(child, "exit");
  const ready = await new Promise<{ console: string; sites: string; firstOwner?: string }>(
    (resolve, reject) => {
      createInterface(child.stdout).on("line", (text) => {
        const line = JSON.parse(text);
        if (line.level >= 50) console.error(text);
        if (line.msg === "ready") resolve(line);
      });
      exited.then(() => reject(new Error("the server exited before it was ready")), reject);
    },
  );
  return {
    consoleUrl: ready.console,
    sitesUrl: ready.sites,
    firstOwnerUrl: ready.firstOwner,
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
      return child.exitCode;
    },
  };
}
