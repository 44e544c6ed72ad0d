import type { WebhookEndpoint } from "@plugboard/api/client";
import { listWebhookEndpoints, sendTestEvent, updateWebhookEndpoint } from "@plugboard/api/routes";
import type { WebhookEventType } from "@plugboard/api";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange, useRead } from "../data/queries.ts";
import { DeliveryTable } from "../deliveries/delivery-table.tsx";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copy.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { disabledReasons } from "./disabled-reasons.ts";
import { EndpointCharts } from "./endpoint-charts.tsx";
import { EndpointSendingFacts } from "./endpoint-sending.tsx";
import { EndpointSecrets } from "./endpoint-secrets.tsx";
import { EventTypesDialog } from "./event-types-dialog.tsx";
import { RecoveryPanel } from "./recovery-panel.tsx";

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

/** One webhook endpoint: how it does, what it gets, its secrets and its deliveries. */
export function Endpoint({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const params = { installationId: endpoint.installationId, endpointId: endpoint.id };
  const [choosing, setChoosing] = useState(false);
  const [disabling, setDisabling] = useState(false);
  const change = useChange(
    (status: WebhookEndpoint["status"]) => api.call(updateWebhookEndpoint, { params, body: { status } }),
    () => setDisabling(false),
  );
  const { label, to, meaning } = actions[endpoint.status];
  const { disabledReason: reason } = endpoint;
  return (
    <section className="panel" aria-label="Webhook endpoint">
      <div className="row">
        <h2>Webhook endpoint</h2>
        <StatusBadge status={endpoint.status} />
        <span className="actions end">
          <Button busy={change.isPending} onClick={() => change.mutate(to)}>
            {label}
          </Button>
          {endpoint.status !== "disabled" && <Button onClick={() => setDisabling(true)}>Disable…</Button>}
        </span>
      </div>
      <Copyable text={endpoint.url} label="Copy the URL" />
      {meaning !== undefined && (
        <p>{reason === undefined ? meaning : `The platform disabled it: ${disabledReasons[reason]}.`}</p>
      )}
      <ErrorMessage error={disabling ? null : change.error} />
      <EndpointCharts endpoint={params} />
      <div className="row">
        <h3>Event types</h3>
        {endpoint.eventTypes.map((type) => (
          <code key={type} className="badge">
            {type}
          </code>
        ))}
        <Button onClick={() => setChoosing(true)}>Choose…</Button>
      </div>
      <EndpointSendingFacts endpoint={endpoint} />
      <EndpointSecrets endpoint={params} />
      <TestEvent endpoint={endpoint} />
      {endpoint.status !== "disabled" && <RecoveryPanel endpoint={params} />}
      <div className="row">
        <h3>Deliveries</h3>
        <Link className="end" to="/deliveries" search={{ endpoint: endpoint.id }}>
          Search them
        </Link>
      </div>
      <DeliveryTable of={params} />
      {choosing && <EventTypesDialog endpoint={endpoint} onClose={() => setChoosing(false)} />}
      {disabling && (
        <ConfirmDialog
          title="Disable this endpoint?"
          consequence="It gets no new deliveries until it is enabled again; what happens meanwhile is not sent to it later. To keep deliveries for later, pause it instead."
          action="Disable"
          busy={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate("disabled")}
          onCancel={() => setDisabling(false)}
        />
      )}
    </section>
  );
}

/** Sends a sample of one of the endpoint's types. */
function TestEvent({ endpoint: { id, installationId, eventTypes } }: { readonly endpoint: WebhookEndpoint }) {
  const [chosen, setChosen] = useState<WebhookEventType>();
  const params = { installationId, endpointId: id };
  const type = chosen !== undefined && eventTypes.includes(chosen) ? chosen : eventTypes[0];
  const test = useChange(() => api.call(sendTestEvent, { params, body: { type } }));
  return (
    <div className="row">
      <select
        className="narrow"
        aria-label="Type of the test event"
        value={type}
        onChange={(event) => setChosen(eventTypes.find((one) => one === event.target.value))}
      >
        {eventTypes.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <Button busy={test.isPending} onClick={() => test.mutate(undefined)}>
        Send test event
      </Button>
      {test.data !== undefined && (
        <output className="hint">
          Sent{" "}
          <Link to="/deliveries" search={{ delivery: test.data.deliveryId }}>
            {test.data.eventId}
          </Link>
        </output>
      )}
      <ErrorMessage error={test.error} />
    </div>
  );
}
