import { isIP } from "node:net";
import { DeliveryError } from "../errors/delivery-error.ts";
import { type AddressGuardOptions, createAddressGuard, describePlain, isEncrypted } from "./address-guard.ts";
import { AttemptError } from "./attempt-error.ts";

/** A parsed URL, as the connection pools need it. */
export interface TargetUrl {
  /** Scheme, host and port: the key of a pool. */
  readonly origin: string;
  /** Path and query, as sent in the request line. */
  readonly path: string;
  readonly protocol: "http:" | "https:";
  /** Normalized: lowercase, with IPv4 addresses in dotted decimal. */
  readonly hostname: string;
  readonly port: number;
}

/**
 * Parses a webhook URL. The fragment is dropped.
 *
 * @throws {AttemptError} `invalid_url`: not absolute, not http or https, or with credentials, control characters or port 0
 */
export function parseTargetUrl(url: string): TargetUrl {
  const parsed = URL.parse(url);
  if (parsed === null) {
    throw new AttemptError(
      "invalid_url",
      "The URL is not a valid absolute URL, such as https://example.com/hook.",
    );
  }
  // Parsers remove or encode these, and PostgreSQL stores no NUL.
  if (/\p{Cc}/u.test(url)) throw new AttemptError("invalid_url", "The URL contains a control character.");
  const { protocol, origin, pathname, search, hostname, port } = parsed;
  if (protocol !== "https:" && protocol !== "http:") {
    throw new AttemptError("invalid_url", "The URL must begin with https:// or http://.");
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new AttemptError(
      "invalid_url",
      "The URL contains a user name or password. Remove them and set an Authorization header instead.",
    );
  }
  if (port === "0")
    throw new AttemptError("invalid_url", "The URL's port is 0. Use one between 1 and 65535, or omit it.");
  const defaultPort = protocol === "https:" ? 443 : 80;
  return {
    origin,
    path: pathname + search,
    protocol,
    hostname,
    port: port === "" ? defaultPort : Number(port),
  };
}

/** Returns a caching `parseTargetUrl`, because a sender calls the same URLs repeatedly. */
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

/**
 * Checks a webhook URL when a user enters it, and throws for URLs the sender would reject: a scheme other
 * than https (or http if `options` allow it), credentials, an address that isn't public, `localhost`. It
 * doesn't resolve hostnames: the sender checks each connection.
 *
 * @param options the sender's options
 * @throws {DeliveryError} `invalid_endpoint`, `invalid_option`
 *
 * @example
 * import { checkEndpointUrl, DeliveryError } from "@plugboard/webhook-delivery";
 *
 * try {
 *   checkEndpointUrl("http://169.254.169.254/latest/meta-data");
 * } catch (error) {
 *   if (error instanceof DeliveryError) console.log(error.code, error.message);
 * }
 */
export function checkEndpointUrl(url: string, options: AddressGuardOptions = {}): void {
  checkTarget(() => parseTargetUrl(url), options);
}

/**
 * Checks the host that a function reads from a URL, like `checkEndpointUrl`.
 *
 * @throws {DeliveryError} `invalid_endpoint`, also instead of an `AttemptError` of the function
 */
export function checkTarget(
  parse: () => Pick<TargetUrl, "hostname"> & { readonly protocol: string },
  options: AddressGuardOptions,
): void {
  const guard = createAddressGuard(options);
  try {
    const { hostname, protocol } = parse();
    const addresses = literalAddresses(hostname);
    if (addresses.length > 0) guard({ hostname, protocol, addresses });
    else if (!isEncrypted(protocol) && !mayBePlain(options)) {
      throw new AttemptError("insecure_url", `The URL is ${describePlain(protocol)}`);
    }
  } catch (error) {
    if (!(error instanceof AttemptError)) throw error;
    throw new DeliveryError("invalid_endpoint", error.message, { cause: error, part: "url" });
  }
}

/** Returns the addresses of a host that are known without DNS. */
function literalAddresses(hostname: string): readonly string[] {
  const address = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  if (isIP(address) !== 0) return [address];
  // RFC 6761, section 6.3: localhost and all names below it are loopback.
  return /(?:^|\.)localhost\.?$/.test(hostname) ? ["127.0.0.1"] : [];
}

/** Returns whether plain HTTP can be allowed: a hostname may resolve into an allowed network. */
function mayBePlain({ allowHttp = false, allowNetworks = [] }: AddressGuardOptions): boolean {
  return allowHttp || allowNetworks.length > 0;
}
