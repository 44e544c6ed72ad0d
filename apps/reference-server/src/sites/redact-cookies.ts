/** The value of a cookie that integrations may know of and not read. */
export const redactedCookie = "[redacted]";

/** Cookies of the platform, and of installations, which begin with the installation's id. */
const withheldName = /^(?:__(?:Host|Secure)-)?(?:plugboard[._]|ins_)/i;
const secretName =
  /^__(?:Host|Secure)-|sess|sid$|^sid|auth|token|jwt|csrf|xsrf|secret|passw|passwd|login|remember|credential|api[-_]?key|signature/i;
/** A JSON Web Token, a prefixed key such as `ghp_…`, or 32 and more characters without a pause, as random tokens have. */
const secretValue = /^(?:Bearer\s|s%3A|ey[\w-]{10,}\.)|^[a-z]{2,10}_\w{16,}$|[\w+/=]{32,}/i;

/**
 * Returns a visitor's cookies as events show them to integrations. Cookies of the platform and of installations are left out; the values
 * of cookies that sign somebody in, by their name or value, are replaced.
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
