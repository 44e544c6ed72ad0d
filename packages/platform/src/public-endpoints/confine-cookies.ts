/** Cookie attributes that an integration can set; `Path` and `Domain` are excluded. */
const passedAttributes: ReadonlySet<string> = new Set([
  "expires",
  "httponly",
  "max-age",
  "partitioned",
  "priority",
  "samesite",
  "secure",
]);

/** The platform's own cookie at public endpoints, with or without a browser's prefix. */
const ownCookie = /^(?:__Secure-|__Host-)?plugboard_connect$/i;

/**
 * Converts an integration's `Set-Cookie` value for the browser. If all integrations share one host, the
 * cookie name is prefixed with the id of the installation or the name of the integration, and the cookie is
 * limited to the public endpoint. On its own host a cookie keeps its name and path. `Domain` is removed, so
 * that other hosts do not receive the cookie.
 *
 * @param publicPath the path of the public endpoint without a trailing slash. Empty on an installation's own host
 *
 * @returns `undefined` for a cookie without a name, or the platform's own
 */
export function confineSetCookie(value: string, owner: string, publicPath: string): string | undefined {
  const [pair = "", ...attributes] = value.split(";").map((part) => part.trim());
  const [name, text] = splitAtEquals(pair);
  const prefix = prefixOf(owner, publicPath);
  if (name === "" || text === undefined || ownCookie.test(`${prefix}${name}`)) return undefined;
  const parsedAttributes = attributes.map((attribute) => ({
    attribute,
    name: splitAtEquals(attribute)[0].toLowerCase(),
  }));
  // The last one counts.
  const [, requested = ""] = splitAtEquals(
    parsedAttributes.findLast(({ name }) => name === "path")?.attribute ?? "",
  );
  const path = requested.startsWith(`${publicPath}/`) ? requested : publicPath || "/";
  const passed = parsedAttributes
    .filter((each) => passedAttributes.has(each.name))
    .map(({ attribute }) => attribute);
  return [`${prefix}${name}=${text}`, `Path=${path}`, ...passed].join("; ");
}

/**
 * Returns the cookies in a `Cookie` header that an installation's integration has set, with their original
 * names.
 */
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
