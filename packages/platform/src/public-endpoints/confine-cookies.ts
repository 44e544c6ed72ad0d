/** Attributes of a cookie that an integration decides on; `Path` and `Domain` it does not. */
const passedAttributes: ReadonlySet<string> = new Set([
  "expires",
  "httponly",
  "max-age",
  "partitioned",
  "priority",
  "samesite",
  "secure",
]);

/** The name of the platform's own cookie at public endpoints, with or without a browser's prefix. */
const ownCookie = /^(?:__Secure-|__Host-)?plugboard_connect$/i;

/**
 * A `Set-Cookie` value of an integration as the browser may get it. Where all integrations share one host, the cookie carries
 * the id of the installation, or the name of the integration, before its name and is sent to nothing but the installation's public endpoint. On a host of its own
 * it keeps name and path. It never has a `Domain`, which would give it to other hosts.
 *
 * @param publicPath the public endpoint's path, without a slash at its end: empty on a host of its own
 * @returns `undefined` for a cookie without a name, or of the platform's own
 */
export function confineSetCookie(value: string, owner: string, publicPath: string): string | undefined {
  const [pair = "", ...attributes] = value.split(";").map((part) => part.trim());
  const [name, text] = splitAtEquals(pair);
  const prefix = prefixOf(owner, publicPath);
  if (name === "" || text === undefined || ownCookie.test(`${prefix}${name}`)) return undefined;
  const named = attributes.map((attribute) => ({
    attribute,
    name: splitAtEquals(attribute)[0].toLowerCase(),
  }));
  // Of several the last one counts.
  const [, asked = ""] = splitAtEquals(named.findLast(({ name }) => name === "path")?.attribute ?? "");
  const path = asked.startsWith(`${publicPath}/`) ? asked : publicPath || "/";
  const passed = named.filter((each) => passedAttributes.has(each.name)).map(({ attribute }) => attribute);
  return [`${prefix}${name}=${text}`, `Path=${path}`, ...passed].join("; ");
}

/** Of a `Cookie` header, the cookies that an installation's integration has set, under its own names. */
export function receivedCookies(header: string, owner: string, publicPath: string): string | undefined {
  const prefix = prefixOf(owner, publicPath);
  const own = header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix) && !pair.startsWith(`${prefix}=`))
    .filter((pair) => !ownCookie.test(splitAtEquals(pair)[0]))
    .map((pair) => pair.slice(prefix.length));
  return own.length === 0 ? undefined : own.join("; ");
}

function prefixOf(owner: string, publicPath: string): string {
  return publicPath === "" ? "" : `${owner}.`;
}

function splitAtEquals(text: string): readonly [before: string, after: string | undefined] {
  const at = text.indexOf("=");
  return at === -1 ? [text.trim(), undefined] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
