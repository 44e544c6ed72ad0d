import { listOrganizations } from "@plugboard/api/routes";
import { originOf } from "../server/choose-server.ts";
import { connect } from "../server/connect.ts";
import { beginDeviceSignIn } from "../server/device-sign-in.ts";
import { readCredentials, signedIn, signedOut, writeCredentials } from "../server/credentials.ts";
import { CliError } from "../terminal/cli-error.ts";
import { askSecret, askText } from "../terminal/ask.ts";
import { openBrowser } from "../terminal/open-browser.ts";
import type { CommandContext } from "./command-context.ts";

/**
 * Signs in to a server and stores the token once the server has accepted it. Without a token, the user
 * approves the sign-in in a browser.
 */
export async function login(context: CommandContext, url: string | undefined): Promise<void> {
  const { terminal, settingsFolder, env, server } = context;
  const address = url ?? server.server ?? (env["PLUGBOARD_SERVER"] || undefined);
  const origin = originOf(address ?? (await askText(terminal, "URL of the server", "plugboard login <url>")));
  const existingToken = server.token ?? (env["PLUGBOARD_TOKEN"] || undefined);
  const token = existingToken ?? (await signIn(context, origin));
  const { api } = connect({ origin, token, by: "login" });
  const { items } = await terminal.progress(`Signing in to ${origin}`, () => api.call(listOrganizations));
  await writeCredentials(settingsFolder, signedIn(await readCredentials(settingsFolder), origin, token));
  const organizations = items.map(({ title }) => title);
  terminal.show({ server: origin, organizations }, `Signed in to ${origin} (${organizations.join(", ")}).`);
}

/** Returns a token approved in the browser, or prompts for one if the server doesn't support that. */
async function signIn({ terminal, signal }: CommandContext, origin: string): Promise<string> {
  const begun = await beginDeviceSignIn(origin);
  if (begun === undefined)
    return await askSecret(terminal, `Token for ${origin}`, `plugboard login ${origin} --token <token>`);
  const { url, code, token } = begun;
  terminal.show(
    { url, code },
    `Open ${url}\nand approve the sign-in if the page shows ${terminal.paint("bold", code)}.`,
  );
  if (terminal.interactive) openBrowser(url);
  return await terminal.progress("Waiting for the browser", () => token(signal));
}

/** Deletes the stored token for a server. */
export async function logout(
  { terminal, settingsFolder, server }: CommandContext,
  url?: string,
): Promise<void> {
  const credentials = await readCredentials(settingsFolder);
  const address = url ?? server.server ?? credentials.current;
  const origin = address === undefined ? undefined : originOf(address);
  if (origin === undefined || credentials.tokens[origin] === undefined) {
    const where = origin === undefined ? "" : ` at ${origin}`;
    throw new CliError("not_found", `You are not signed in${where}.`, {
      next: "`plugboard whoami` shows the server you are signed in to.",
    });
  }
  await writeCredentials(settingsFolder, signedOut(credentials, origin));
  terminal.show({ server: origin }, `Signed out of ${origin}.`);
}
