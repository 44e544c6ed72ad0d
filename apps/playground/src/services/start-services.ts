import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { ServicesOptions } from "./services.ts";

/** The demo services in their own process. */
export interface RunningServices {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Returns the services' origin for a port. */
export function servicesUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}

// Resolves to the source or the built file, like this module.
const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
const entry = fileURLToPath(new URL(`services-process.${extension}`, import.meta.url));
const flags = extension === "ts" ? ["--conditions=@plugboard/source"] : [];

/**
 * Starts the demo services.
 *
 * @throws Error if the port is in use
 */
export async function startServices(
  port: number,
  { consoleUrl, releaseHookUrl }: Pick<ServicesOptions, "consoleUrl" | "releaseHookUrl">,
): Promise<RunningServices> {
  const child = spawn(process.execPath, [...flags, entry, String(port), consoleUrl, releaseHookUrl], {
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  const errors: string[] = [];
  if (child.stderr !== null)
    createInterface(child.stderr).on("line", (line) => {
      // A Node.js binary from npm has no release name, and oidc-provider considers it outdated.
      if (line.includes("Unsupported runtime")) return;
      errors.push(line);
      if (child.connected) console.error(line);
    });
  const exited = once(child, "exit");
  const [outcome]: unknown[] = await Promise.race([once(child, "message"), exited]);
  if (outcome === "ready") {
    return {
      url: servicesUrl(port),
      stop: async () => {
        if (child.exitCode === null && child.signalCode === null) child.kill();
        await exited;
      },
    };
  }
  if (errors.includes("EADDRINUSE"))
    throw new Error(
      `Port ${port} on 127.0.0.1 is in use, but the demo services need it (PORT + 2). Set PORT to another number.`,
    );
  throw new Error(`The demo services could not be started: ${errors.join("\n")}`);
}
