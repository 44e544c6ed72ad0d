import type { AcceptedTestEvent, WebhookEndpoint } from "@plugboard/api/client";
import { useState } from "react";
import { callApi } from "../call-api.ts";
import { useChange, useRead } from "../queries.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { disabledReasons } from "./disabled-reasons.ts";
import { EndpointHealth } from "./endpoint-health.tsx";
import { ErrorMessage } from "./error-message.tsx";
import { RecoveryPanel } from "./recovery-panel.tsx";
import { StatusBadge } from "./status-badge.tsx";

/** The webhook endpoints an installation registered. Shows nothing when there are none. */
export function EndpointPanel({ installationId }: { readonly installationId: string }) {
  const endpoints = useRead("endpoints", `/v1/installations/${installationId}/webhook-endpoints`);
  return endpoints.data?.items.map((endpoint) => <Endpoint key={endpoint.id} endpoint={endpoint} />);
}

/** What each status means, and what to do about it. */
const actions = {
  enabled: { label: "Pause", to: "paused", meaning: undefined },
  paused: {
    label: "Resume",
    to: "enabled",
    meaning: "It is paused: what it gets waits until you resume it.",
  },
  disabled: { label: "Enable", to: "enabled", meaning: "It is disabled: it gets no new deliveries." },
} as const;

function Endpoint({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const path = `/v1/installations/${endpoint.installationId}/webhook-endpoints/${endpoint.id}`;
  const [shown, setShown] = useState(false);
  const rotate = useChange(() => callApi("POST", `${path}/rotate-secret`));
  const change = useChange((status: WebhookEndpoint["status"]) => callApi("PATCH", path, { status }));
  const { label, to, meaning } = actions[endpoint.status];
  const { disabledReason: reason } = endpoint;
  const test = useChange(() => callApi<AcceptedTestEvent>("POST", `${path}/test-event`));
  return (
    <section className="panel" aria-label="Webhook endpoint">
      <div className="row">
        <h2>Webhook endpoint</h2>
        <StatusBadge status={endpoint.status} />
      </div>
      <p>
        <code>{endpoint.url}</code>
      </p>
      <p className="hint">{endpoint.eventTypes.join(", ")}</p>
      {meaning !== undefined && (
        <p>{reason === undefined ? meaning : `The platform disabled it: ${disabledReasons[reason]}.`}</p>
      )}
      <EndpointHealth path={path} />
      <p className="row">
        <button type="button" className="quiet" disabled={change.isPending} onClick={() => change.mutate(to)}>
          {label}
        </button>
        <button type="button" className="quiet" onClick={() => setShown(!shown)}>
          {shown ? "Hide secret" : "Show secret"}
        </button>
        <button type="button" className="quiet" onClick={() => rotate.mutate(undefined)}>
          Rotate secret
        </button>
        <button type="button" className="quiet" onClick={() => test.mutate(undefined)}>
          Send test event
        </button>
        <output className="hint">{test.data === undefined ? "" : `Sent ${test.data.eventId}`}</output>
      </p>
      {shown && <Secrets path={`${path}/secrets`} />}
      <ErrorMessage error={change.error ?? rotate.error ?? test.error} />
      {endpoint.status !== "disabled" && <RecoveryPanel path={path} />}
      <DeliveryTable
        path={`/v1/installations/${endpoint.installationId}/deliveries?endpointId=${encodeURIComponent(endpoint.id)}`}
      />
    </section>
  );
}

function Secrets({ path }: { readonly path: string }) {
  const secrets = useRead("secrets", path);
  return (
    <>
      <ErrorMessage error={secrets.error} />
      <ul className="secrets">
        {secrets.data?.secrets.map(({ secret, expiresAt }) => (
          <li key={secret}>
            <code>{secret}</code>{" "}
            {expiresAt !== undefined && <span className="hint">signs until {expiresAt}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
