/**
 * Returns whether a link matches a pattern of `blocks[].urlUnfurl`. `*` matches one label of the host or one
 * segment of the path; `**` matches any rest. Scheme and port must be equal. The link's query and fragment
 * are ignored.
 *
 * @example
 * import { matchesUrlPattern } from "@plugboard/manifest";
 *
 * console.log(matchesUrlPattern("https://*.example.com/issues/*", "https://acme.example.com/issues/7?tab=notes")); // true
 * console.log(matchesUrlPattern("https://*.example.com/issues/*", "https://acme.example.com/issues/7/edit")); // false
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
    link.port === standardised(port, link.protocol) &&
    matchesParts(name.split("."), link.hostname.split(".")) &&
    matchesParts(partsOf(path), partsOf(link.pathname))
  );
}

function standardised(port: string, protocol: string): string {
  return port === (protocol === "https:" ? "443" : "80") ? "" : port;
}

/** Returns the segments of a path. A `**` can start within a segment, as in `/issue-**`. */
function partsOf(path: string): string[] {
  return path
    .split("/")
    .filter((part) => part !== "")
    .flatMap((part) => (part !== "**" && part.endsWith("**") ? [part.slice(0, -1), "**"] : [part]));
}

/** Iterates over both once per segment of the pattern, which bounds the time for any input. */
function matchesParts(pattern: readonly string[], parts: readonly string[]): boolean {
  // Whether the pattern so far matches the first n segments.
  let reached = [true, ...parts.map(() => false)];
  for (const wanted of pattern) {
    const first = reached.indexOf(true);
    if (first === -1) return false;
    reached =
      wanted === "**"
        ? reached.map((_isReached, index) => index >= first)
        : [false, ...parts.map((part, index) => reached[index] === true && matchesPart(wanted, part))];
  }
  return reached.at(-1) === true;
}

/** Returns whether a segment contains the texts between the stars, in order. */
function matchesPart(wanted: string, part: string): boolean {
  const [start = "", ...rest] = wanted.split(/\*+/);
  const end = rest.pop();
  if (end === undefined) return part === start;
  if (part.length < start.length + end.length || !part.startsWith(start) || !part.endsWith(end)) return false;
  let at = start.length;
  for (const middle of rest) {
    const found = part.slice(0, part.length - end.length).indexOf(middle, at);
    if (found === -1) return false;
    at = found + middle.length;
  }
  return at <= part.length - end.length;
}
