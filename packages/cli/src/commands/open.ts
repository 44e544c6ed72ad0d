import { spawn } from "node:child_process";
import type { CommandContext } from "./command-context.ts";
import { findOwnInstallation } from "./own-installation.ts";

/** Opens the installation's page of the console in a browser; where there is no person, it only prints the address. */
export async function open(context: CommandContext): Promise<void> {
  const { terminal } = context;
  const { server, installation } = await findOwnInstallation(context);
  const url = installation.urls.app ?? server.origin;
  terminal.show({ url }, url);
  if (terminal.interactive) openBrowser(url);
}

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Opens an address in the person's browser, if there is one: it was printed anyway. */
function openBrowser(url: string): void {
  const [command, ...words] = openers[process.platform] ?? (["xdg-open"] as const);
  spawn(command, [...words, url], { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
}
