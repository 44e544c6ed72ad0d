import { useInfiniteQuery } from "@tanstack/react-query";
import { Bot } from "lucide-react";
import { useState } from "react";
import { useChange } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { TimeAgo } from "../ui/time.tsx";
import { callAccounts, type ConnectedAgent } from "./call-accounts.ts";

interface AgentListProps {
  /** The account endpoint that lists the agents. */
  readonly path: string;
  /** Returns the displayed owner of an agent: a person or an organization. */
  readonly ownerOf: (agent: ConnectedAgent) => string;
  /** Shown if there are no agents. */
  readonly empty?: string | undefined;
}

interface AgentPage {
  readonly items: readonly ConnectedAgent[];
  readonly next?: string;
}

function withCursor(path: string, cursor: string | undefined): string {
  if (cursor === undefined) return path;
  return `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`;
}

/** Connected agents, each with a button that disconnects it. */
export function AgentList({ path, ownerOf, empty }: AgentListProps) {
  const agents = useInfiniteQuery({
    queryKey: ["accounts", path],
    queryFn: ({ pageParam: cursor }) => callAccounts<AgentPage>(withCursor(path, cursor)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });
  const [ending, setEnding] = useState<ConnectedAgent>();
  const disconnect = useChange(
    (id: string) => callAccounts("/agents/disconnect", { id }),
    () => setEnding(undefined),
  );
  const items = agents.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <ErrorMessage error={agents.error} onRetry={() => void agents.refetch()} />
      {agents.isSuccess && items.length === 0 && empty !== undefined && <p className="hint">{empty}</p>}
      <ul className="plain-list" hidden={items.length === 0}>
        {items.map((agent) => (
          <li key={agent.id} className="row">
            <Bot aria-hidden size={16} />
            <span className="clip" title={agent.address}>
              {agent.name}
            </span>
            <span className="hint">
              {ownerOf(agent)} ·{" "}
              {agent.scopes.some((scope) => scope.endsWith(":write"))
                ? "reads and changes data"
                : "reads data"}{" "}
              · connected <TimeAgo time={agent.createdAt} />
            </span>
            <span className="end">
              <Button onClick={() => setEnding(agent)}>Disconnect</Button>
            </span>
          </li>
        ))}
      </ul>
      {agents.hasNextPage && (
        <Button busy={agents.isFetchingNextPage} onClick={() => void agents.fetchNextPage()}>
          Show more
        </Button>
      )}
      {ending !== undefined && (
        <ConfirmDialog
          title={`Disconnect ${ending.name}?`}
          consequence={`It loses access to ${ending.organization.title} immediately. It can be connected again.`}
          action="Disconnect"
          busy={disconnect.isPending}
          error={disconnect.error}
          onConfirm={() => disconnect.mutate(ending.id)}
          onCancel={() => setEnding(undefined)}
        />
      )}
    </>
  );
}
