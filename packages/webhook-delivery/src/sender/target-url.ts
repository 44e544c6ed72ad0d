import { AttemptError } from "./attempt-error.ts";

/** Where a request goes, taken apart for the connection pools. */
export interface TargetUrl {
  /** Scheme, host and port: the key of a pool. */
  readonly origin: string;
  /** Path and query, as they go into the request line. */
  readonly path: string;
  readonly protocol: "http:" | "https:";
  /** Normalised: lower case, IPv4 addresses in dotted decimal form whatever form they were written in. */
  readonly hostname: string;
  readonly port: number;
}

/**
 * Takes a webhook URL apart. The fragment is dropped, as it is never sent.
 *
 * @throws {AttemptError} `invalid_url`: not absolute, another scheme than http or https, or a user name or password in it
 */
export function parseTargetUrl(url: string): TargetUrl {
  const parsed = URL.parse(url);
  if (parsed === null) {
    throw new AttemptError(
      "invalid_url",
      "The URL is not a valid absolute URL, such as https://example.com/hook.",
    );
  }
  const { protocol, origin, pathname, search, hostname, port } = parsed;
  if (protocol !== "https:" && protocol !== "http:") {
    throw new AttemptError("invalid_url", `The URL's scheme is "${protocol}". Use https.`);
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new AttemptError(
      "invalid_url",
      "The URL holds a user name or a password. Take it out, and set an Authorization header instead.",
    );
  }
  const defaultPort = protocol === "https:" ? 443 : 80;
  return {
    origin,
    path: pathname + search,
    protocol,
    hostname,
    port: port === "" ? defaultPort : Number(port),
  };
}

/** Makes a `parseTargetUrl` that takes each URL apart once, because a sender calls the same ones over and over. */
export function rememberTargets(maxUrls: number): (url: string) => TargetUrl {
  const targets = new Map<string, TargetUrl>();
  return (url) => {
    const known = targets.get(url);
    if (known !== undefined) return known;
    const target = parseTargetUrl(url);
    if (targets.size >= maxUrls) targets.clear();
    targets.set(url, target);
    return target;
  };
}
