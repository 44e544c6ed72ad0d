import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { findFreePort } from "@plugboard/test-http";
import * as z from "zod";
import { forwardSignals } from "./forward-signals.ts";
import { loadAdminToken } from "./load-admin-token.ts";
import { servicesPortOf } from "./samples.ts";
import { servicesUrl } from "./services/start-services.ts";

/** The reference server in its own process. */
export interface ServerProcess {
  readonly consoleUrl: string;
  readonly sitesUrl: string;
  readonly adminToken: string;
  /** The link that creates the first owner, until there is one. */
  readonly firstOwnerUrl?: string | undefined;
  /** Resolves with the exit code. */
  readonly exited: Promise<number>;
  readonly stop: () => void;
}

const logLineSchema = z.object({
  level: z.number(),
  msg: z.string(),
  console: z.string().optional(),
  sites: z.string().optional(),
  firstOwner: z.string().optional(),
});

const errorLevel = 50;
const defaultPort = "4000";

/**
 * Starts the server and waits until it is ready. It stops with this process. Startup errors are printed to
 * stderr.
 */
export async function startServer(dataDir: string): Promise<ServerProcess> {
  const adminToken = process.env["PLUGBOARD_ADMIN_TOKEN"] || (await loadAdminToken(dataDir));
  const wantedPort = process.env["PORT"] || defaultPort;
  // The server gets the URL of the demo services at startup, so its port must be known.
  const port = wantedPort === "0" ? await findFreePort() : wantedPort;
  const targets = [
    process.env["PLUGBOARD_SCRIPT_TARGETS"],
    new URL(servicesUrl(servicesPortOf(Number(port)))).host,
  ];
  const main = fileURLToPath(import.meta.resolve("@plugboard/reference-server/main"));
  // Resolves to the source or the built file, like this module.
  const endWithParent = import.meta.url.replace("start-server", "end-with-parent");
  const child = spawn(process.execPath, ["--import", endWithParent, main], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: {
      ...process.env,
      PORT: String(port),
      PLUGBOARD_DATA_DIR: dataDir,
      PLUGBOARD_ADMIN_TOKEN: adminToken,
      PLUGBOARD_SCRIPT_TARGETS: targets.filter(Boolean).join(),
    },
  });
  forwardSignals(child);
  const exited = once(child, "exit").then(([code]) => (typeof code === "number" ? code : 1));
  const ready = await Promise.race([waitUntilReady(child), exited]);
  // The reason has been printed to stderr.
  if (typeof ready === "number") process.exit(ready === 0 ? 1 : ready);
  return { ...ready, adminToken, exited, stop: () => void child.kill("SIGTERM") };
}

function waitUntilReady(
  child: ChildProcess,
): Promise<Pick<ServerProcess, "consoleUrl" | "sitesUrl" | "firstOwnerUrl">> {
  return new Promise((resolve) => {
    if (child.stdout === null) return;
    createInterface(child.stdout).on("line", (text) => {
      const line = logLineSchema.parse(JSON.parse(text));
      if (line.level >= errorLevel) console.error(text);
      const { console: consoleUrl, sites: sitesUrl, firstOwner: firstOwnerUrl } = line;
      if (line.msg === "ready" && consoleUrl !== undefined && sitesUrl !== undefined)
        resolve({ consoleUrl, sitesUrl, firstOwnerUrl });
    });
  });
}
