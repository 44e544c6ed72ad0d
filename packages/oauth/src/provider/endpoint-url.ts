import { OAuthError } from "../common/oauth-error.ts";

const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether a host name means this machine, where plain http is good enough for development. */
function isLoopback(hostname: string): boolean {
  return loopbackHosts.has(hostname) || hostname.endsWith(".localhost");
}

/**
 * Reads a URL that secrets are sent to or that a browser is sent to with them. It must be https, or http on this
 * machine; a user name or a fragment has no place in it (RFC 6749 sections 3.1 and 3.1.2).
 *
 * @param name - the setting the value comes from, for the message
 * @throws OAuthError `configuration_invalid`
 */
export function parseEndpointUrl(name: string, value: string): URL {
  const url = URL.parse(value);
  if (url === null) throw invalid(name, "is not an absolute URL");
  const plainLoopback = url.protocol === "http:" && isLoopback(url.hostname);
  if (url.protocol !== "https:" && !plainLoopback) {
    throw invalid(name, "must be https (http is accepted on localhost only, for development)");
  }
  if (url.username !== "" || url.password !== "")
    throw invalid(name, "must not hold a user name or password");
  if (url.hash !== "") throw invalid(name, "must not have a fragment");
  return url;
}

/**
 * Reads the redirect URL. Beyond {@link parseEndpointUrl} it must have no query, so that it can be compared exactly
 * with the address the provider sends the browser to (RFC 9700 section 2.1), and no semicolon, which would end the path
 * of a cookie.
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
