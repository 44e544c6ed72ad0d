import { chooseServer } from "../server/choose-server.ts";
import { connect, type Server } from "../server/connect.ts";
import { readCredentials } from "../server/credentials.ts";
import { readDevSession } from "../server/dev-session.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { findProjectFolder } from "../project/project.ts";

/** What every command is given. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** The folder it was started in. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the person's settings are kept. */
  readonly settingsFolder: string;
  /** The options `--server` and `--token`. */
  readonly server: { readonly server?: string | undefined; readonly token?: string | undefined };
  /** Aborted by Ctrl-C: a command that goes on until then ends well. */
  readonly signal: AbortSignal;
}

/**
 * Connects to the server that a command is for.
 *
 * @param dev - whether that may be the one that `plugboard dev` runs for the integration in this folder
 * @throws CliError `unauthorized`
 */
export async function connectServer(
  { cwd, env, settingsFolder, server }: CommandContext,
  { dev }: { readonly dev: boolean } = { dev: true },
): Promise<Server> {
  const folder = dev ? await findProjectFolder(cwd) : undefined;
  const access = chooseServer({
    option: server,
    environment: { server: env["PLUGBOARD_SERVER"] || undefined, token: env["PLUGBOARD_TOKEN"] || undefined },
    dev: folder === undefined ? undefined : await readDevSession(folder),
    credentials: await readCredentials(settingsFolder),
  });
  return connect(access);
}
