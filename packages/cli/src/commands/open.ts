import { openBrowser } from "../terminal/open-browser.ts";
import type { CommandContext } from "./command-context.ts";
import { findOwnInstallation } from "./own-installation.ts";

/** Opens the installation's console page in a browser. Only prints the URL in a non-interactive terminal. */
export async function open(context: CommandContext): Promise<void> {
  const { terminal } = context;
  const { server, installation } = await findOwnInstallation(context);
  const url = installation.urls.app ?? server.origin;
  terminal.show({ url }, url);
  if (terminal.interactive) openBrowser(url);
}
