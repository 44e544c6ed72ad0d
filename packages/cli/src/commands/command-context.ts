import { chooseServer } from "../server/choose-server.ts";
import { connect, type Server } from "../server/connect.ts";
import { readCredentials } from "../server/credentials.ts";
import { readDevSession } from "../server/dev-session.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { findProjectFolder } from "../project/project.ts";

/** The context of a command. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** The working directory. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder with the user's settings and credentials. */
  readonly settingsFolder: string;
  /** The options `--server` and `--token`. */
  readonly server: { readonly server?: string | undefined; readonly token?: string | undefined };
  /** Aborted by Ctrl-C. Long-running commands then finish normally. */
  readonly signal: AbortSignal;
}

/**
 * Connects to the selected server.
 *
 * @param dev - whether a running `plugboard dev` of this folder's integration counts
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
