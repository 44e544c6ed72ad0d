import { loopbackHosts } from "./hosts.ts";
import type { ServerConfig } from "./server-config.ts";
import { variables } from "./variables.ts";

/** Returns the variables with a public plain http URL. */
export function plainOrigins(config: ServerConfig): string[] {
  return (["publicUrl", "sitesUrl", "integrationsUrl"] as const)
    .filter((key) => {
      const url = config[key];
      if (url === undefined) return false;
      const { protocol, hostname } = new URL(url);
      return protocol === "http:" && !loopbackHosts.has(hostname) && !hostname.endsWith(".localhost");
    })
    .map((key) => variables[key].name);
}
