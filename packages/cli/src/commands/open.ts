import { openBrowser } from "../terminal/open-browser.ts";
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
