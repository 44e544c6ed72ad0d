import { loopbackHosts, wildcardHosts } from "./hosts.ts";
import type { ServerConfig } from "./server-config.ts";
import { variables } from "./variables.ts";

/** Returns invalid combinations of valid variables. */
export function findConflicts(config: ServerConfig): string[] {
  const { host, databaseUrl, role, publicUrl, sitesUrl, integrationsUrl, oidcIssuer } = config;
  const notOrigins = Object.entries({ PLUGBOARD_PUBLIC_URL: publicUrl, PLUGBOARD_SITES_URL: sitesUrl })
    .filter(([, url]) => url !== undefined && new URL(url).href !== `${new URL(url).origin}/`)
    .map(([name]) => `${name} must be without path, query and user, as in https://docs.example.com`);
  if (notOrigins.length > 0) return notOrigins;
  const problems = [...incompleteGroups(config)];
  // Without TLS, anyone on the network path could sign in as any person.
  if (oidcIssuer?.startsWith("http:") === true && !loopbackHosts.has(new URL(oidcIssuer).hostname))
    problems.push("PLUGBOARD_OIDC_ISSUER must be an https URL");
  if (role !== "all" && databaseUrl === undefined)
    problems.push(
      `PLUGBOARD_ROLE ${role} needs DATABASE_URL: the embedded SQLite database serves one process`,
    );
  if (role !== "all" && publicUrl === undefined)
    problems.push(`PLUGBOARD_ROLE ${role} needs PLUGBOARD_PUBLIC_URL: all processes must use the same URL`);
  if ((publicUrl === undefined) !== (sitesUrl === undefined)) {
    problems.push("PLUGBOARD_PUBLIC_URL and PLUGBOARD_SITES_URL must be set together");
  } else if (publicUrl !== undefined && sitesUrl !== undefined) {
    // Cookies ignore ports, so only a different hostname protects the console's session from third parties.
    if (new URL(publicUrl).hostname === new URL(sitesUrl).hostname)
      problems.push("PLUGBOARD_SITES_URL must have a different hostname than PLUGBOARD_PUBLIC_URL");
  } else if (!loopbackHosts.has(host) && !wildcardHosts.has(host)) {
    problems.push(`HOST ${host} needs PLUGBOARD_PUBLIC_URL and PLUGBOARD_SITES_URL: it has only one name`);
  }
  if (config.noticeMail.length > 0 && config.smtpUrl === undefined)
    problems.push("PLUGBOARD_ALERT_MAIL needs PLUGBOARD_SMTP_URL: the server that sends email");
  const off = config.portalDestinations.filter((type) => !config.destinations.includes(type));
  if (off.length > 0)
    problems.push(
      `PLUGBOARD_PORTAL_DESTINATIONS names ${off.join(", ")}, which PLUGBOARD_DESTINATIONS leaves out`,
    );
  const shared = integrationsUrl === undefined ? undefined : new URL(integrationsUrl).hostname.slice(1);
  if (
    shared !== undefined &&
    [publicUrl, sitesUrl].some((url) => url && new URL(url).hostname.endsWith(shared))
  )
    problems.push("PLUGBOARD_INTEGRATIONS_URL must not match PLUGBOARD_PUBLIC_URL or PLUGBOARD_SITES_URL");
  return problems;
}

const groups: readonly (readonly (keyof ServerConfig)[])[] = [
  ["smtpUrl", "mailFrom"],
  ["noticeUrl", "noticeSecret"],
  ["gitSshKey", "gitKnownHosts"],
  ["oidcIssuer", "oidcClientId", "oidcClientSecret"],
];

function incompleteGroups(config: ServerConfig): string[] {
  return groups
    .filter((keys) => new Set(keys.map((key) => config[key] === undefined)).size > 1)
    .map((keys) => `${listNames(keys.map((key) => variables[key].name))} must be set together`);
}

function listNames(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
