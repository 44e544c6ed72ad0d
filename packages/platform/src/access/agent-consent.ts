import type { ConnectedAgent } from "./principal.ts";

/** An AI agent of a person in an organization. */
export interface AgentOfPerson {
  readonly organizationId: string;
  readonly personId: string;
  readonly clientId: string;
}

/** Returns the scopes that a person grants to an agent. `undefined` if the agent isn't connected. */
export type FindAgentScopes = (agent: AgentOfPerson) => Promise<ConnectedAgent["scopes"] | undefined>;
