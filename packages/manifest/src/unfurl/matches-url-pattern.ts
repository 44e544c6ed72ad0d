/**
 * Returns whether a link matches a pattern of a manifest's `blocks[].urlUnfurl`. In the path, `*` matches any
 * characters, including slashes, and `/**` may also match nothing. In the host, `*` matches within one label.
 * Scheme and port must be equal. The link's query and fragment are ignored.
 *
 * @example
 * import { matchesUrlPattern } from "@plugboard/manifest";
 *
 * console.log(matchesUrlPattern("https://*.example.com/issues/*", "https://acme.example.com/issues/7/edit?tab=notes")); // true
 * console.log(matchesUrlPattern("https://*.example.com/issues/*", "https://a.b.example.com/issues/7")); // false
 */
export function matchesUrlPattern(pattern: string, url: string): boolean {
  const link = URL.parse(url);
  const [, scheme, host, path = ""] = /^(https?):\/\/([^/?#]+)([^?#]*)/i.exec(pattern) ?? [];
  if (link === null || scheme === undefined || host === undefined) return false;
  // Text before an @ is not the link's target.
  if (link.username !== "" || link.password !== "") return false;
  const [name = "", port = ""] = host.toLowerCase().split(":");
  return (
    link.protocol === `${scheme.toLowerCase()}:` &&
    link.port === standardized(port, link.protocol) &&
    matchesHost(name.split("."), link.hostname.split(".")) &&
    matchesPath(normalized(path), normalized(link.pathname))
  );
}

function standardized(port: string, protocol: string): string {
  return port === (protocol === "https:" ? "443" : "80") ? "" : port;
}

function matchesHost(pattern: readonly string[], labels: readonly string[]): boolean {
  return (
    pattern.length === labels.length &&
    pattern.every((label, index) => matchesText(label, labels[index] ?? ""))
  );
}

/** A path without empty segments or a trailing slash. */
function normalized(path: string): string {
  return `/${path
    .split("/")
    .filter((segment) => segment !== "")
    .join("/")}`;
}

function matchesPath(pattern: string, path: string): boolean {
  return matchesText(pattern, pattern.endsWith("/**") && path !== "/" ? `${path}/` : path);
}

/** Finds the literal parts between the stars in order, which takes linear time for any pattern. */
function matchesText(pattern: string, text: string): boolean {
  const [start = "", ...rest] = pattern.split(/\*+/);
  const end = rest.pop();
  if (end === undefined) return text === start;
  if (!text.startsWith(start)) return false;
  let at = start.length;
  let before = start;
  // `/a/**/b` matches `/a/b`: the two slashes may be the same one.
  const from = (next: string): number => (before.endsWith("/") && next.startsWith("/") ? at - 1 : at);
  for (const middle of rest) {
    const index = text.indexOf(middle, from(middle));
    if (index === -1) return false;
    at = index + middle.length;
    before = middle;
  }
  return text.endsWith(end) && text.length - end.length >= from(end);
}
