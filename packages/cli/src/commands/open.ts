import { devPageUrl } from "../server/dev-page-url.ts";
import { openBrowser } from "../terminal/open-browser.ts";
import type { CommandContext } from "./command-context.ts";
import { findOwnInstallation } from "./own-installation.ts";

/** Opens the page of `plugboard dev`, or the installation in the console. Without a terminal, it only prints the URL. */
export async function open(context: CommandContext): Promise<void> {
  const { terminal } = context;
  const { server, installation, manifest } = await findOwnInstallation(context);
  const url =
    server.by === "dev" ? devPageUrl(server.origin, server.token) : (installation.urls.app ?? server.origin);
  terminal.show({ url, server: server.origin }, url);
  terminal.note(`${manifest.name} at ${server.origin}`);
  if (terminal.interactive) openBrowser(url);
}
