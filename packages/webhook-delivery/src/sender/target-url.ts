import { isIP } from "node:net";
import { DeliveryError } from "../errors/delivery-error.ts";
import { type AddressGuardOptions, createAddressGuard } from "./address-guard.ts";
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

/**
 * Checks the URL of a webhook when somebody names it, so that they learn at once what the sender would refuse later: a scheme
 * other than https (http where `options` allow it), a user name or password, an address that is not public, `localhost`. Host
 * names are not resolved. That is up to the sender, which judges every connection.
 *
 * @param options the same as the sender's
 * @throws {DeliveryError} `invalid_endpoint`, `invalid_option`
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
  const guard = createAddressGuard(options);
  try {
    const { hostname, protocol } = parseTargetUrl(url);
    const addresses = literalAddresses(hostname);
    if (addresses.length > 0) guard({ hostname, protocol, addresses });
    else if (protocol === "http:" && !mayBeHttp(options)) {
      throw new AttemptError(
        "insecure_url",
        "The URL is plain http, which anyone on the way can read. Use https.",
      );
    }
  } catch (error) {
    if (!(error instanceof AttemptError)) throw error;
    throw new DeliveryError("invalid_endpoint", error.message, { cause: error, part: "url" });
  }
}

/** The addresses that a host has without asking anybody. */
function literalAddresses(hostname: string): readonly string[] {
  const address = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  if (isIP(address) !== 0) return [address];
  // RFC 6761, section 6.3: the name and all below it are the own machine's.
  return /(?:^|\.)localhost\.?$/.test(hostname) ? ["127.0.0.1"] : [];
}

/** A host name over plain http passes where it may resolve into an allowed network. */
function mayBeHttp({ allowHttp = false, allowNetworks = [] }: AddressGuardOptions): boolean {
  return allowHttp || allowNetworks.length > 0;
}
