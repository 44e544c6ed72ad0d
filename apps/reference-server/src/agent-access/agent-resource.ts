import { operatorScopes, type Scope } from "@plugboard/api";
import type { contentContract } from "@plugboard/content/contract";

/** The scopes for calling the tools of integrations, and for receiving events. */
export const toolScopes = [
  "agent:tools:read",
  "agent:tools:write",
  "agent:events:read",
] as const satisfies readonly Scope[];

/** The scopes for reading pages and writing drafts. No tool publishes. */
export const writerScopes = [
  "space:content:read",
  "space:content:write",
] as const satisfies readonly (keyof typeof contentContract.scopes)[];

/** The scopes that a person can grant to an agent. */
export const agentScopes = [...toolScopes, ...operatorScopes, ...writerScopes] as const;

/** A scope that a person can grant to an agent. */
export type AgentScope = (typeof agentScopes)[number];

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
