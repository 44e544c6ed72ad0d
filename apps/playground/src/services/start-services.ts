import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { ServicesOptions } from "./services.ts";

/** The products that the samples talk to, in a process of their own. */
export interface RunningServices {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Where they are when they run at a port. */
export function servicesUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}

// As a source or as what is built of it, like this file.
const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
const entry = fileURLToPath(new URL(`services-process.${extension}`, import.meta.url));
const flags = extension === "ts" ? ["--conditions=@plugboard/source"] : [];

/**
 * Starts the products that the samples talk to.
 *
 * @throws Error when the port is in use
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
      // oidc-provider takes a Node.js that came from npm, which has no name of a release, for one that is too old.
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
      `Port ${port} on 127.0.0.1 is in use, and the products of the samples listen there, two above PORT. Set PORT to another number.`,
    );
  throw new Error(`The products of the samples could not be started: ${errors.join("\n")}`);
}
