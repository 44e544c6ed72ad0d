import type { AttackReport } from "./attack-report.ts";
import type { Target } from "./start-target.ts";

const evil = "evil.example";
const prefixes = [
  "",
  "/",
  "//",
  "///",
  "/.",
  "/./",
  "/.//",
  "/..//",
  "/%2e//",
  "/x/..//",
  "/\\",
  "\\\\",
  "/\t/",
  "\t//",
  "/\n/",
  "/%09/",
  "/%2f",
  "/%5c",
  "/%00/",
];
const schemes = ["https://", "http://", "https:", "https:/", "javascript://", "data:text/html,", "ftp://"];
const routes = [
  ["/auth/verify-email?token=x", "callbackURL"],
  ["/auth/magic-link/verify?token=x", "callbackURL"],
  ["/auth/magic-link/verify?token=x", "errorCallbackURL"],
  ["/auth/magic-link/verify?token=x", "newUserCallbackURL"],
  ["/auth/reset-password/x?a=b", "callbackURL"],
  ["/auth/delete-user/callback?token=x", "callbackURL"],
] as const;

/**
 * Passes URLs of another host to every account route that a link can open. No response may redirect there.
 */
export async function attackRedirects(target: Target): Promise<AttackReport> {
  const { host, origin } = new URL(target.consoleUrl);
  const values = [
    ...prefixes.flatMap((prefix) => [`${prefix}${evil}`, `${prefix}/${evil}`, `${origin}${prefix}${evil}`]),
    ...schemes.map((scheme) => `${scheme}${evil}`),
    ...schemes.map((scheme) => `${scheme}${host}@${evil}`),
    `https://${host}.${evil}/`,
    `${origin}@${evil}/`,
  ];
  const breaches: string[] = [];
  let cases = 0;
  for (const [path, name] of routes)
    for (const value of values) {
      cases += 1;
      const url = `${target.consoleUrl}${path}&${name}=${encodeURIComponent(value)}`;
      const { status, headers } = await target.send(url);
      const location = headers["location"];
      const leads = typeof location === "string" && leadsAway(location, origin);
      if (leads || status === 0 || status >= 500)
        breaches.push(`${path} with ${name}=${JSON.stringify(value)}: ${status} ${String(location)}`);
    }
  return { name: "redirects of account routes", cases, breaches };
}

/**
 * Returns whether a Location leads to another host in any interpretation. Browsers drop tabs and treat
 * backslashes as slashes.
 */
function leadsAway(location: string, origin: string): boolean {
  const decoded = location.split(/[?#]/)[0]?.replaceAll(/%2f|%5c|\\/gi, "/") ?? "";
  return [location, decoded].some(
    (read) => URL.parse(read, origin)?.origin !== origin || /^(?:\w+:\/\/[^/]+)?\/.*\/\//.test(read),
  );
}
