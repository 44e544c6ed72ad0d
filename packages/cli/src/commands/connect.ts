import { setTimeout as sleep } from "node:timers/promises";
import { getInstallation } from "@plugboard/api/routes";
import { connectPageUrl } from "../server/connect-page.ts";
import { settingsOf } from "../server/settings.ts";
import { CliError } from "../terminal/cli-error.ts";
import { didYouMean } from "../terminal/did-you-mean.ts";
import { openBrowser } from "../terminal/open-browser.ts";
import type { CommandContext } from "./command-context.ts";
import { findOwnInstallation } from "./own-installation.ts";

const pollMilliseconds = 1000;

/** Connects an account with a button among the settings: a person does it in a browser, and the command waits for them. */
export async function connectAccount(
  context: CommandContext,
  property: string | undefined,
  { organization }: { readonly organization?: string | undefined },
): Promise<void> {
  const { terminal, signal } = context;
  const { server, manifest, installation } = await findOwnInstallation(context, { organization });
  const buttons = Object.entries(settingsOf(manifest, "account"))
    .filter(([, { type }]) => type === "button")
    .map(([name]) => name);
  const name = property ?? buttons[0] ?? "";
  if (!buttons.includes(name)) {
    const what =
      property === undefined ? "The settings have no button." : `The settings have no button ${name}.`;
    throw new CliError("usage", what, { next: didYouMean(name, buttons) });
  }
  const read = () => server.api.call(getInstallation, { params: { installationId: installation.id } });
  const before = JSON.stringify((await read()).updatedAt);
  // A running dev has no console: its own page presses the button.
  const url =
    server.by === "dev"
      ? connectPageUrl(server.origin, server.token, installation.id, name)
      : (installation.urls.app ?? server.origin);
  terminal.show({ kind: "open", url }, `Open ${url}`);
  if (terminal.interactive) openBrowser(url);
  const connected = await terminal.progress("Waiting for the browser", async () => {
    for (;;) {
      await sleep(pollMilliseconds, undefined, { signal });
      const current = await read();
      if (JSON.stringify(current.updatedAt) !== before && current.configuration[name] !== undefined)
        return current;
    }
  });
  terminal.show(
    { kind: "connected", property: name, status: connected.status },
    `${name} is connected; the installation is ${connected.status}.`,
  );
}
