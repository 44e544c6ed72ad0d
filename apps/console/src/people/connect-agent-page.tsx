import { useEffect, useState } from "react";
import { callAccounts } from "./call-accounts.ts";
import { EntryForm } from "./entry-form.tsx";
import { useAction } from "./use-action.ts";
import { Button } from "../ui/button.tsx";

interface AgentRequest {
  readonly client: { readonly address: string; readonly name: string };
  readonly redirectHosts: readonly string[];
  readonly organization: { readonly title: string };
  readonly person: { readonly email: string };
  readonly scopes: readonly string[];
}

/** Phrases for scopes that an agent can't do without. */
const uses = [
  ["agent:tools:read", "use the tools"],
  ["organization:deliveries:read", "read the deliveries"],
  ["space:content:read", "read the pages"],
] as const;
/** Scopes that the user can refuse. */
const choices = [
  {
    scope: "agent:tools:write",
    label: "Use tools that change data",
    hint: "It asks you before each call.",
  },
  {
    scope: "agent:events:read",
    label: "Receive events",
    hint: "Its server gets them while you’re away.",
  },
  {
    scope: "organization:deliveries:write",
    label: "Resend deliveries, and pause endpoints and installations",
    hint: "It asks you before each call.",
  },
  {
    scope: "space:content:write",
    label: "Write drafts of pages",
    hint: "It asks you before each save. Only you can publish them.",
  },
  {
    scope: "organization:bodies:read",
    label: "Read the contents of deliveries",
    hint: "They can contain personal data.",
  },
] as const;

const loopbackHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

// The server signed the request, so the query string must not change.
const readQuery = (): string => location.search.slice(1);

/** Asks whether an agent can use an organization's tools for the signed-in user. */
export function ConnectAgentPage() {
  const [request, setRequest] = useState<AgentRequest>();
  const [problem, setProblem] = useState<Error | null>(null);
  const [refused, setRefused] = useState<readonly string[]>([]);
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
  const decide = (accept: boolean) =>
    action.run(async () => {
      const granted = scopes.filter((scope) => !refused.includes(scope));
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
        <Button busy={action.busy} onClick={() => decide(false)}>
          Deny
        </Button>
      }
    >
      <p>
        It can {uses.flatMap(([scope, phrase]) => (scopes.includes(scope) ? [phrase] : [])).join(" and ")} of{" "}
        <strong>{organization.title}</strong> for {person.email}, with your role, until you disconnect it in
        your account.
      </p>
      <p className="hint">Apps choose their own names. Only continue if you know these addresses.</p>
      <dl className="agent-addresses">
        <dt>App</dt>
        <dd>{client.address}</dd>
        <dt>Returns to</dt>
        {redirectHosts.map((host) => (
          <dd key={host}>{loopbackHosts.has(host) ? `${host} (an app on your computer)` : host}</dd>
        ))}
      </dl>
      {choices
        .filter(({ scope }) => scopes.includes(scope))
        .map(({ scope, label, hint }) => (
          <label key={scope} className="agent-choice">
            <input
              type="checkbox"
              checked={!refused.includes(scope)}
              onChange={({ target }) =>
                setRefused((others) =>
                  target.checked ? others.filter((each) => each !== scope) : [...others, scope],
                )
              }
            />
            <span>
              {label}
              <span className="hint">{hint}</span>
            </span>
          </label>
        ))}
    </EntryForm>
  );
}
