import { CliError } from "../terminal/cli-error.ts";
import type { Credentials } from "./credentials.ts";

/** The server that a command is for. */
export interface ServerAccess {
  /** Its origin, as in `https://docs.example.com`. */
  readonly origin: string;
  readonly token: string;
  /** What it was chosen by. */
  readonly by: "option" | "environment" | "dev" | "login";
}

/** Everything that may say which server a command is for. */
export interface ServerSources {
  /** The options `--server` and `--token`. */
  readonly option: { readonly server?: string | undefined; readonly token?: string | undefined };
  /** The variables `PLUGBOARD_SERVER` and `PLUGBOARD_TOKEN`. */
  readonly environment: { readonly server?: string | undefined; readonly token?: string | undefined };
  /** The server that `plugboard dev` runs for the integration in this folder, if it does. */
  readonly dev: { readonly server: string; readonly token: string } | undefined;
  readonly credentials: Credentials;
}

/**
 * Chooses the server: what the options say, then the environment, then a running `plugboard dev`, then the last sign-in. The
 * token of the environment is for a server that an option or the environment names, never for one that was merely found.
 *
 * @throws CliError `unauthorized` when there is no server or no token for it
 */
export function chooseServer({ option, environment, dev, credentials }: ServerSources): ServerAccess {
  const candidates = [
    { by: "option", server: option.server, token: option.token ?? environment.token },
    { by: "environment", server: environment.server, token: option.token ?? environment.token },
    { by: "dev", server: dev?.server, token: option.token ?? dev?.token },
    { by: "login", server: credentials.current, token: option.token },
  ] as const;
  const chosen = candidates.find(({ server }) => server !== undefined);
  if (chosen?.server === undefined) {
    throw new CliError("unauthorized", "No server is known.", {
      next: "Sign in with `plugboard login <url>`. Commands about an installation also find a running `plugboard dev`.",
    });
  }
  const origin = originOf(chosen.server);
  const token = chosen.token ?? credentials.tokens[origin];
  if (token !== undefined) return { origin, token, by: chosen.by };
  throw new CliError("unauthorized", `You are not signed in at ${origin}.`, {
    next: `Run \`plugboard login ${origin}\`, or set PLUGBOARD_SERVER and PLUGBOARD_TOKEN.`,
  });
}

/** The origin of a server's URL. @throws CliError `usage` for what is no http(s) URL */
export function originOf(server: string): string {
  const url = URL.parse(server.includes("://") ? server : `https://${server}`);
  if (url !== null && /^https?:$/.test(url.protocol)) return url.origin;
  throw new CliError("usage", `${server} is not the URL of a server.`, {
    next: "Give its origin, as in https://docs.example.com.",
  });
}
