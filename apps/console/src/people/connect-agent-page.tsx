import { useEffect, useState } from "react";
import { callAccounts } from "./call-accounts.ts";
import { EntryForm } from "./entry-form.tsx";
import { useAction } from "./use-action.ts";

interface AgentRequest {
  readonly client: { readonly id: string; readonly name: string };
  readonly redirectHosts: readonly string[];
  readonly organization: { readonly title: string };
  readonly person: { readonly email: string };
  readonly scopes: readonly string[];
}

const writing = "agent:tools:write";

// The server signed the request, so the query string must not change.
const readQuery = (): string => location.search.slice(1);

/** Asks whether an agent can use an organization's tools for the signed-in user. */
export function ConnectAgentPage() {
  const [request, setRequest] = useState<AgentRequest>();
  const [problem, setProblem] = useState<Error | null>(null);
  const [writes, setWrites] = useState(true);
  const action = useAction();
  useEffect(() => {
    void callAccounts<AgentRequest>("/agents/requests/read", { oauth_query: readQuery() }).then(
      setRequest,
      setProblem,
    );
  }, []);
  if (problem !== null) {
    return (
      <EntryForm
        title="The agent can’t be connected"
        error={problem}
        action="Go to the console"
        onSubmit={() => location.assign("/")}
      >
        <p>Start again in the agent. A request is valid for ten minutes.</p>
      </EntryForm>
    );
  }
  if (request === undefined) return null;
  const { client, redirectHosts, organization, person, scopes } = request;
  const asksToWrite = scopes.includes(writing);
  const decide = (accept: boolean) =>
    action.run(async () => {
      const granted = scopes.filter((scope) => scope !== writing || writes);
      const { url } = await callAccounts<{ readonly url: string }>("/oauth2/consent", {
        accept,
        scope: granted.join(" "),
        oauth_query: readQuery(),
      });
      location.assign(url);
    });
  return (
    <EntryForm
      title={`Connect ${client.name}?`}
      action="Connect"
      busy={action.busy}
      error={action.error}
      onSubmit={() => decide(true)}
      below={
        <button type="button" className="button" disabled={action.busy} onClick={() => decide(false)}>
          Deny
        </button>
      }
    >
      <p>
        It can use the tools of <strong>{organization.title}</strong> for {person.email}, with your role,
        until you disconnect it in your account.
      </p>
      <p className="hint">Apps choose their own names. Only continue if you know these addresses.</p>
      <dl className="agent-addresses">
        <dt>App</dt>
        <dd>{client.id}</dd>
        <dt>Returns to</dt>
        {redirectHosts.map((host) => (
          <dd key={host}>{host}</dd>
        ))}
      </dl>
      {asksToWrite && (
        <label className="agent-choice">
          <input type="checkbox" checked={writes} onChange={(event) => setWrites(event.target.checked)} />
          <span>
            Use tools that change data
            <span className="hint">It asks you before each call.</span>
          </span>
        </label>
      )}
    </EntryForm>
  );
}
