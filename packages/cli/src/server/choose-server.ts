import { CliError } from "../terminal/cli-error.ts";
import type { Credentials } from "./credentials.ts";

/** The selected server and its token. */
export interface ServerAccess {
  /** The server's origin, such as `https://docs.example.com`. */
  readonly origin: string;
  readonly token: string;
  /** The source of the selection. */
  readonly by: "option" | "environment" | "dev" | "login";
}

/** The sources for selecting a server. */
export interface ServerSources {
  /** The options `--server` and `--token`. */
  readonly option: { readonly server?: string | undefined; readonly token?: string | undefined };
  /** The variables `PLUGBOARD_SERVER` and `PLUGBOARD_TOKEN`. */
  readonly environment: { readonly server?: string | undefined; readonly token?: string | undefined };
  /** The server of a running `plugboard dev` for the integration in this folder. */
  readonly dev: { readonly server: string; readonly token: string } | undefined;
  readonly credentials: Credentials;
}

/**
 * Selects the server: from the options, then the environment, a running `plugboard dev` and the last sign-in.
 * The environment's token is only sent to a server from an option or the environment, never to a discovered
 * one.
 *
 * @throws CliError `unauthorized` if there is no server or no token for it
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
    throw new CliError("unauthorized", "No server is configured.", {
      next: "Sign in with `plugboard login <url>`. Commands for installations also use a running `plugboard dev`.",
    });
  }
  const origin = originOf(chosen.server);
  const token = chosen.token ?? credentials.tokens[origin];
  if (token !== undefined) return { origin, token, by: chosen.by };
  throw new CliError("unauthorized", `You are not signed in to ${origin}.`, {
    next: `Run \`plugboard login ${origin}\`, or set PLUGBOARD_SERVER and PLUGBOARD_TOKEN.`,
  });
}

/** Returns the origin of a server's URL. @throws CliError `usage` unless it is an http(s) URL */
export function originOf(server: string): string {
  const scheme = /^(localhost|127\.|\[::1\])/.test(server) ? "http" : "https";
  const url = URL.parse(server.includes("://") ? server : `${scheme}://${server}`);
  if (url !== null && /^https?:$/.test(url.protocol)) return url.origin;
  throw new CliError("usage", `${server} is not a server URL.`, {
    next: "Use its origin, such as https://docs.example.com.",
  });
}
