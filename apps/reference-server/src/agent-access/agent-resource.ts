import type { Scope } from "@plugboard/api";

/** The scopes that a person can grant to an agent. */
export const agentScopes = ["agent:tools:read", "agent:tools:write"] as const satisfies readonly Scope[];

/** The prefix of an agent's access tokens, for secret scanners. */
export const agentTokenPrefix = "pba_";

/** The console's page where people connect agents. */
export const connectAgentPath = "/connect-agent";

/** Returns the URL of an organization's MCP endpoint, the resource that an agent's tokens are bound to. */
export function agentResourceOf(consoleUrl: string, organizationId: string): string {
  return `${consoleUrl}/mcp/${organizationId}`;
}

const organizationIdPattern = /^[\w-]{1,64}$/;

/** Returns the organization of an MCP endpoint's URL. Returns `undefined` for other values. */
export function organizationOfResource(consoleUrl: string, resource: unknown): string | undefined {
  const prefix = agentResourceOf(consoleUrl, "");
  if (typeof resource !== "string" || !resource.startsWith(prefix)) return undefined;
  const organizationId = resource.slice(prefix.length);
  return organizationIdPattern.test(organizationId) ? organizationId : undefined;
}
