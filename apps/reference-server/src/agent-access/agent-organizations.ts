import type { Membership } from "@plugboard/platform";

/** A person as recorded in the audit log. */
export interface AgentOwner {
  readonly id: string;
  readonly name: string;
}

/** A change to an agent's access, for the audit log. */
export interface AgentChange {
  readonly operation: "connectAgent" | "disconnectAgent";
  readonly organizationId: string;
  readonly clientId: string;
  /** The person who connected the agent. */
  readonly userId: string;
  readonly scopes?: readonly string[] | undefined;
  /** The network address of the request. */
  readonly address: string | undefined;
}

/** The organization functions that connected agents need. */
export interface AgentOrganizations {
  readonly membershipsOf: (personId: string) => Promise<readonly Membership[]>;
  /** Returns an organization's title. Returns `undefined` if it doesn't exist. */
  readonly titleOf: (organizationId: string) => Promise<string | undefined>;
  /** Records a change to an agent's access in the organization's audit log. */
  readonly noteAgent: (person: AgentOwner, change: AgentChange) => Promise<void>;
}
