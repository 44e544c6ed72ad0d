/** The replacement for cookie values that integrations must not read. */
export const redactedCookie = "[redacted]";

/** Matches cookies of the platform and of installations, which start with the installation's ID. */
const withheldName = /^(?:__(?:Host|Secure)-)?(?:plugboard[._]|ins_)/i;
const secretName =
  /^__(?:Host|Secure)-|sess|sid$|^sid|auth|token|jwt|csrf|xsrf|secret|passw|passwd|login|remember|credential|api[-_]?key|signature/i;
/**
 * Matches JSON Web Tokens, prefixed keys such as `ghp_…`, and 32 or more characters of token alphabets in a
 * row.
 */
const secretValue = /^(?:Bearer\s|s%3A|ey[\w-]{10,}\.)|^[a-z]{2,10}_\w{16,}$|[\w+/=]{32,}/i;

/**
 * Returns a visitor's cookies for events. Omits cookies of the platform and installations, and redacts
 * cookies that look like credentials by name or value.
 */
export function redactCookies(cookies: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(cookies)
      .filter(([name]) => !withheldName.test(name))
      .map(([name, value]) => [
        name,
        secretName.test(name) || secretValue.test(value) ? redactedCookie : value,
      ]),
  );
}
