import type { WebhookEndpoint } from "@plugboard/api/client";
import {
  getWebhookEndpointSecrets,
  listWebhookEndpoints,
  rotateWebhookEndpointSecret,
  sendTestEvent,
  updateWebhookEndpoint,
} from "@plugboard/api/routes";
import { useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange, useRead } from "../data/queries.ts";
import { DeliveryTable } from "../deliveries/delivery-table.tsx";
import { disabledReasons } from "./disabled-reasons.ts";
import { EndpointHealth } from "./endpoint-health.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { RecoveryPanel } from "./recovery-panel.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";

/** The webhook endpoints an installation registered. Shows nothing when there are none. */
export function EndpointPanel({ installationId }: { readonly installationId: string }) {
  const endpoints = useRead(listWebhookEndpoints, { params: { installationId } });
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
  const params = { installationId: endpoint.installationId, endpointId: endpoint.id };
  const [shown, setShown] = useState(false);
  const rotate = useChange(() => api.call(rotateWebhookEndpointSecret, { params }));
  const change = useChange((status: WebhookEndpoint["status"]) =>
    api.call(updateWebhookEndpoint, { params, body: { status } }),
  );
  const { label, to, meaning } = actions[endpoint.status];
  const { disabledReason: reason } = endpoint;
  const test = useChange(() => api.call(sendTestEvent, { params }));
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
      <EndpointHealth endpoint={params} />
      <p className="row">
        <button
          type="button"
          className="button"
          disabled={change.isPending}
          onClick={() => change.mutate(to)}
        >
          {label}
        </button>
        <button type="button" className="button" onClick={() => setShown(!shown)}>
          {shown ? "Hide secret" : "Show secret"}
        </button>
        <button type="button" className="button" onClick={() => rotate.mutate(undefined)}>
          Rotate secret
        </button>
        <button type="button" className="button" onClick={() => test.mutate(undefined)}>
          Send test event
        </button>
        <output className="hint">{test.data === undefined ? "" : `Sent ${test.data.eventId}`}</output>
      </p>
      {shown && <Secrets params={params} />}
      <ErrorMessage error={change.error ?? rotate.error ?? test.error} />
      {endpoint.status !== "disabled" && <RecoveryPanel endpoint={params} />}
      <DeliveryTable of={params} />
    </section>
  );
}

interface SecretsProps {
  readonly params: { readonly installationId: string; readonly endpointId: string };
}

function Secrets({ params }: SecretsProps) {
  const secrets = useRead(getWebhookEndpointSecrets, { params });
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
