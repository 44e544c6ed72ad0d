import { PlatformError } from "@plugboard/platform";

/** How Git reaches a repository. */
export type GitProtocol = "file:" | "https:" | "ssh:";

/** A remote whose URL is parsed identically by Git, curl, ssh and this platform. */
export interface GitRemote {
  readonly protocol: GitProtocol;
  /** The URL passed to Git. */
  readonly href: string;
  /** IPv6 addresses have no brackets. */
  readonly hostname: string;
  readonly port: number;
}

const defaultPorts: Readonly<Record<GitProtocol, number>> = { "file:": 0, "https:": 443, "ssh:": 22 };
const userPattern = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;
// Git decodes escapes, so an escaped line feed would reach its protocols.
const escapedControl = /%(?:[01][0-9a-f]|7f)/i;

/**
 * Parses the URL of a remote. It must equal the output of the WHATWG serializer, so that parsers cannot
 * disagree.
 *
 * @throws PlatformError `invalid_request`
 */
export function parseRemote(url: string, protocols: readonly GitProtocol[]): GitRemote {
  const parsed = URL.parse(url);
  const protocol = protocols.find((name) => name === parsed?.protocol);
  if (parsed === null || protocol === undefined)
    throw refuse(`must be a URL that begins with ${protocols.map((name) => `${name}//`).join(" or ")}`);
  if (parsed.password !== "" || (protocol !== "ssh:" && parsed.username !== ""))
    throw refuse("must not contain credentials; send them as `credentials`");
  if (parsed.search !== "" || parsed.hash !== "") throw refuse("must not contain a query or a fragment");
  if (parsed.href !== url || /[\s\p{Cc}\\]/u.test(url) || escapedControl.test(url))
    throw refuse(
      "must be in its normal form: host in lower case, no default port, no backslashes, no spaces, special characters percent-encoded",
    );
  if (protocol === "file:") {
    if (parsed.hostname !== "") throw refuse("must not name a host in a file URL");
    return { protocol, href: url, hostname: "", port: 0 };
  }
  if (parsed.username !== "" && !userPattern.test(parsed.username))
    throw refuse("must have a user name of letters, digits, dots, hyphens and underscores");
  // The WHATWG parser leaves the hosts of ssh URLs unchanged, including numbers such as 0x7f000001.
  if (URL.parse(`https://${parsed.hostname}/`)?.hostname !== parsed.hostname || /^[-.]/.test(parsed.hostname))
    throw refuse("must name its host in the normal form");
  return {
    protocol,
    href: url,
    hostname: parsed.hostname.replaceAll(/^\[|\]$/g, ""),
    port: parsed.port === "" ? defaultPorts[protocol] : Number(parsed.port),
  };
}

function refuse(message: string): PlatformError {
  return new PlatformError("invalid_request", `remote: ${message}.`, [{ path: "remote", message }]);
}
