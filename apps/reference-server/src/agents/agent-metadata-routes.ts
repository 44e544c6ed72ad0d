import { Hono } from "hono";
import { agentResourceOf, agentScopes, organizationOfResource } from "../agent-access/agent-resource.ts";
import { accountsPath } from "../people/accounts.ts";

const resourcePath = "/.well-known/oauth-protected-resource/mcp/:organizationId";

/** The path of the authorization server's metadata. Source: RFC 8414, section 3.1. */
export const authorizationServerPath: string = `/.well-known/oauth-authorization-server${accountsPath}`;

/** Returns the URL of the metadata of an organization's MCP endpoint. Source: RFC 9728, section 3.1. */
export function agentMetadataUrlOf(consoleUrl: string, organizationId: string): string {
  return `${consoleUrl}${resourcePath.replace(":organizationId", organizationId)}`;
}

/**
 * Creates the route that tells agents where people sign in. The response is the same for organizations that
 * don't exist.
 */
export function createAgentMetadataRoutes(consoleUrl: string): Hono {
  const routes = new Hono();
  routes.get(resourcePath, (c) => {
    const resource = agentResourceOf(consoleUrl, c.req.param("organizationId"));
    if (organizationOfResource(consoleUrl, resource) === undefined) return c.notFound();
    return c.json({
      resource,
      resource_name: "Plugboard",
      authorization_servers: [`${consoleUrl}${accountsPath}`],
      scopes_supported: agentScopes,
      bearer_methods_supported: ["header"],
    });
  });
  return routes;
}
