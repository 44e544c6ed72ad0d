/**
 * Whether a link is one that a manifest's `blocks[].urlUnfurl` names. In the host, `*` stands for one of its names; in the
 * path for any part between two slashes; `**` stands for any rest. Scheme and port are as they are written. What follows `?`
 * or `#` in the link does not count.
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
  // The text before an @ is not where the link goes.
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

/** The parts between the slashes of a path. A rest may begin within a part, as in `/issue-**`. */
function partsOf(path: string): string[] {
  return path
    .split("/")
    .filter((part) => part !== "")
    .flatMap((part) => (part !== "**" && part.endsWith("**") ? [part.slice(0, -1), "**"] : [part]));
}

/** Goes through both once for each part of the pattern, so that no pattern and no link takes long. */
function matchesParts(pattern: readonly string[], parts: readonly string[]): boolean {
  // Which beginnings of the parts are matched by the pattern so far.
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

/** Whether a part has the texts before, between and after the stars, in this order. */
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
