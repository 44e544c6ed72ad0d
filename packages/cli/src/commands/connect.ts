import { setTimeout as sleep } from "node:timers/promises";
import { getInstallation } from "@plugboard/api/routes";
import { connectPageUrl } from "../server/dev-page-url.ts";
import { settingsOf } from "../server/settings.ts";
import { CliError } from "../terminal/cli-error.ts";
import { didYouMean } from "../terminal/did-you-mean.ts";
import { openBrowser } from "../terminal/open-browser.ts";
import type { CommandContext } from "./command-context.ts";
import { findOwnInstallation } from "./own-installation.ts";

const pollMilliseconds = 1000;

/**
 * Connects an account through a button setting: opens the page in a browser and waits for the user to finish.
 */
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
      property === undefined
        ? "The integration has no button setting."
        : `The integration has no button setting ${name}.`;
    const isComponent = "componentId" in (manifest.configurations?.account ?? {});
    const next = isComponent
      ? "Its settings are a component. Run `plugboard open` and connect there."
      : didYouMean(name, buttons);
    throw new CliError("usage", what, { next });
  }
  const read = () => server.api.call(getInstallation, { params: { installationId: installation.id } });
  const before = JSON.stringify((await read()).updatedAt);
  // `plugboard dev` has no console, so its own page presses the button.
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
    `${name} is connected. Installation status: ${connected.status}.`,
  );
}
