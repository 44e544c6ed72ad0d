import { type AgentFilter, endConsents, type GrantAdapter, listConsents } from "./agent-grants.ts";
import type { AgentOrganizations, AgentOwner } from "./agent-organizations.ts";

/** The person who disconnects agents, and their network address. */
export interface Disconnection {
  readonly by: AgentOwner;
  readonly address: string | undefined;
}

/** Ends the access of connected agents, and records it in the audit logs of their organizations. */
export async function disconnectAgents(
  adapter: GrantAdapter,
  organizations: Pick<AgentOrganizations, "noteAgent">,
  filter: AgentFilter,
  { by, address }: Disconnection,
): Promise<void> {
  for (const { clientId, organizationId, personId } of await listConsents(adapter, filter)) {
    await endConsents(adapter, { personId, clientId, organizationId });
    await organizations.noteAgent(by, {
      operation: "disconnectAgent",
      organizationId,
      clientId,
      userId: personId,
      address,
    });
  }
}
