import type { PlatformUrls } from "@plugboard/platform";
import { wildcardHosts } from "./hosts.ts";
import type { ServerConfig } from "./server-config.ts";

/** Returns the configured URLs, or local ones. A second local hostname provides the second origin. */
export function toPlatformUrls(
  {
    publicUrl,
    sitesUrl,
    integrationsUrl,
    host,
  }: Pick<ServerConfig, "publicUrl" | "sitesUrl" | "integrationsUrl" | "host">,
  port: number,
): PlatformUrls {
  const localHost = wildcardHosts.has(host) ? "127.0.0.1" : host;
  const shownHost = localHost.includes(":") ? `[${localHost}]` : localHost;
  const consoleOrigin = new URL(publicUrl ?? `http://${shownHost}:${port}`).origin;
  const otherHost = localHost === "localhost" ? "127.0.0.1" : "localhost";
  const sites = new URL(sitesUrl ?? `http://${otherHost}:${port}`).origin;
  return {
    api: `${consoleOrigin}/v1`,
    console: consoleOrigin,
    public: sites,
    integrations: integrationsUrl === undefined ? undefined : toOrigin(integrationsUrl, publicUrl, port),
  };
}

// Without a proxy, the server is reachable at its own port.
function toOrigin(url: string, publicUrl: string | undefined, port: number): string {
  const { protocol, hostname, host } = new URL(url);
  return `${protocol}//${publicUrl === undefined && host === hostname ? `${hostname}:${port}` : host}`;
}
