import { useOrganizations } from "../data/organization.ts";
import { Copyable } from "../ui/copy.tsx";
import { AgentList } from "./agent-list.tsx";

/** The agents that the user connected, and the address for connecting more. */
export function AgentPanel() {
  const { current } = useOrganizations();
  return (
    <section className="panel" aria-label="Agents">
      <h2>Agents</h2>
      {current !== undefined && (
        <>
          <p className="hint">
            To let an AI agent use the tools of {current.title}, add this address to it as an MCP server.
          </p>
          <Copyable text={`${location.origin}/mcp/${current.id}`} label="Copy address" />
          <p className="hint">To let it find and resend failed deliveries, add this address.</p>
          <Copyable
            text={`${location.origin}/mcp/${current.id}/operations`}
            label="Copy operations address"
          />
          <p className="hint">To let it read pages and write drafts of them for you, add this address.</p>
          <Copyable text={`${location.origin}/mcp/${current.id}/content`} label="Copy content address" />
        </>
      )}
      <AgentList path="/agents" ownerOf={({ organization }) => organization.title} />
    </section>
  );
}
