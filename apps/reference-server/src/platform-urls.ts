import { type ServerConfig, wildcardHosts } from "./config.ts";

/** Where the platform is reached from outside. */
export interface PlatformUrls {
  /** Base of the HTTP API, ends in `/v1`. */
  readonly api: string;
  /** Origin of the console. */
  readonly console: string;
  /** Origin of public endpoints and sites; another one than the console's. */
  readonly sites: string;
}

/** The configured URLs, or those of this machine: a second host name of its own makes the second origin. */
export function toPlatformUrls(
  { publicUrl, sitesUrl, host }: Pick<ServerConfig, "publicUrl" | "sitesUrl" | "host">,
  port: number,
): PlatformUrls {
  const localHost = wildcardHosts.has(host) ? "127.0.0.1" : host;
  const shownHost = localHost.includes(":") ? `[${localHost}]` : localHost;
  const consoleOrigin = new URL(publicUrl ?? `http://${shownHost}:${port}`).origin;
  const otherHost = localHost === "localhost" ? "127.0.0.1" : "localhost";
  const sites = new URL(sitesUrl ?? `http://${otherHost}:${port}`).origin;
  return { api: `${consoleOrigin}/v1`, console: consoleOrigin, sites };
}

/** The public endpoint of an installation; the paths an integration's manifest names hang below it. */
export function publicEndpointOf(urls: PlatformUrls, installationId: string): string {
  return `${urls.sites}/integrations/${installationId}`;
}

/** The address of a published site. */
export function publishedUrlOf(urls: PlatformUrls, siteSlug: string): string {
  return `${urls.sites}/sites/${encodeURIComponent(siteSlug)}/`;
}
