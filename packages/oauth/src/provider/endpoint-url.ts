import { OAuthError } from "../common/oauth-error.ts";

const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Returns whether a host is this machine, where http is allowed for development. */
function isLoopback(hostname: string): boolean {
  return loopbackHosts.has(hostname) || hostname.endsWith(".localhost");
}

/**
 * Parses a URL that receives secrets. It must use https, or http on this machine, without a user name or
 * fragment (RFC 6749 sections 3.1 and 3.1.2).
 *
 * @param name - the setting, for the error message
 * @throws OAuthError `configuration_invalid`
 */
export function parseEndpointUrl(name: string, value: string): URL {
  const url = URL.parse(value);
  if (url === null) throw invalid(name, "is not an absolute URL");
  const plainLoopback = url.protocol === "http:" && isLoopback(url.hostname);
  if (url.protocol !== "https:" && !plainLoopback) {
    throw invalid(name, "must be https (http is only allowed on localhost, for development)");
  }
  if (url.username !== "" || url.password !== "")
    throw invalid(name, "must not contain a user name or password");
  if (url.hash !== "") throw invalid(name, "must not have a fragment");
  return url;
}

/**
 * Parses the redirect URL. In addition to {@link parseEndpointUrl}, it can't have a query, because it is
 * compared exactly (RFC 9700 section 2.1), or a semicolon, which would end the path of a cookie.
 *
 * @throws OAuthError `configuration_invalid`
 */
export function parseRedirectUrl(value: string): URL {
  const url = parseEndpointUrl("redirectURL", value);
  if (url.search !== "") throw invalid("redirectURL", "must not have a query");
  if (url.pathname.includes(";")) throw invalid("redirectURL", "must not have a semicolon");
  return url;
}

function invalid(name: string, problem: string): OAuthError {
  return new OAuthError(
    "configuration_invalid",
    `The OAuth setting ${name} ${problem}. Correct it in the handler.`,
  );
}
