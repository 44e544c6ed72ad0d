import type { EndpointEventType, WebhookEndpoint } from "@plugboard/api/client";
import {
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  sendTestEvent,
  updateWebhookEndpoint,
  verifyWebhookEndpoint,
} from "@plugboard/api/routes";
import { Link } from "@tanstack/react-router";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { api } from "../data/platform-api.ts";
import { useMayChange } from "../data/portal-session.ts";
import { useChange, useReadAll } from "../data/queries.ts";
import { DeliveryTable } from "../deliveries/delivery-table.tsx";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copy.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { showToast } from "../ui/show-toast.ts";
import { disabledReasons } from "./disabled-reasons.ts";
import { EndpointCharts } from "./endpoint-charts.tsx";
import { EndpointFacts } from "./endpoint-facts.tsx";
import { HealthView } from "./endpoint-health.tsx";
import { PollToken } from "./endpoint-poll-token.tsx";
import { EndpointSecrets } from "./endpoint-secrets.tsx";
import { RecoveryPanel } from "../deliveries/recovery-panel.tsx";

/** The webhook endpoints an installation registered. Shows nothing when there are none. */
export function EndpointPanel({ installationId }: { readonly installationId: string }) {
  const endpoints = useReadAll(listWebhookEndpoints, { params: { installationId } });
  return (
    <>
      {endpoints.data === undefined && (
        <ErrorMessage error={endpoints.error} onRetry={() => void endpoints.refetch()} />
      )}
      {endpoints.data?.map((endpoint) => (
        <Endpoint key={endpoint.id} endpoint={endpoint} />
      ))}
    </>
  );
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

/** What can be asked before it is done, each with its consequence. */
const questions = {
  disable: {
    title: "Disable this endpoint?",
    consequence:
      "It gets no new deliveries until it is enabled again; what happens meanwhile is not sent to it later. To keep deliveries for later, pause it instead.",
    action: "Disable",
  },
  remove: {
    title: "Remove this endpoint?",
    consequence:
      "Its secrets end, what waits to be sent to it is not sent any more, and its deliveries can no longer be looked at. This cannot be undone.",
    action: "Remove",
  },
} as const;

/** One webhook endpoint: how it does, what it gets, its secrets and its deliveries. */
export function Endpoint({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const params = { installationId: endpoint.installationId, endpointId: endpoint.id };
  const mayChange = useMayChange();
  const [asked, setAsked] = useState<keyof typeof questions>();
  const change = useChange(
    (status: WebhookEndpoint["status"]) => api.call(updateWebhookEndpoint, { params, body: { status } }),
    () => setAsked(undefined),
  );
  const remove = useChange(
    () => api.call(deleteWebhookEndpoint, { params }),
    () => showToast({ title: "The endpoint was removed", description: endpoint.url }),
  );
  const { label, to, meaning } = actions[endpoint.status];
  const { disabledReason: reason } = endpoint;
  return (
    <section className="panel" aria-label="Webhook endpoint">
      <div className="row">
        <h2>Webhook endpoint</h2>
        <HealthView health={endpoint.health} />
        {mayChange && (
          <span className="actions end">
            <Link className="button" to="/endpoints" search={{ endpoint: endpoint.id, form: "edit" }}>
              <Pencil aria-hidden size={15} />
              Edit
            </Link>
            <Button busy={change.isPending} onClick={() => change.mutate(to)}>
              {label}
            </Button>
            {endpoint.status !== "disabled" && <Button onClick={() => setAsked("disable")}>Disable…</Button>}
            <Button onClick={() => setAsked("remove")}>Remove…</Button>
          </span>
        )}
      </div>
      <Copyable text={endpoint.url} label="Copy the URL" />
      {meaning !== undefined && (
        <p>{reason === undefined ? meaning : `The platform disabled it: ${disabledReasons[reason]}.`}</p>
      )}
      <ErrorMessage error={asked === undefined ? change.error : null} />
      {endpoint.verification === "pending" && <Verification endpoint={params} />}
      <EndpointCharts endpoint={params} />
      <EndpointFacts endpoint={endpoint} />
      {mayChange && (
        <>
          {endpoint.polling === true && <PollToken endpoint={params} />}
          <EndpointSecrets endpoint={params} isKeyPair={endpoint.signingKey !== undefined} />
          <TestEvent endpoint={endpoint} />
          {endpoint.status !== "disabled" && <RecoveryPanel endpoint={params} />}
        </>
      )}
      <div className="row">
        <h3>Deliveries</h3>
        <Link className="end" to="/deliveries" search={{ endpoint: endpoint.id }}>
          Search them
        </Link>
      </div>
      <DeliveryTable of={{ endpointId: endpoint.id }} />
      {asked !== undefined && (
        <ConfirmDialog
          {...questions[asked]}
          busy={change.isPending || remove.isPending}
          error={asked === "disable" ? change.error : remove.error}
          onConfirm={() => (asked === "disable" ? change.mutate("disabled") : remove.mutate(undefined))}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

/** Asks an endpoint whether it wants webhooks, for which its deliveries wait. */
function Verification({
  endpoint: params,
}: {
  readonly endpoint: { readonly installationId: string; readonly endpointId: string };
}) {
  const mayChange = useMayChange();
  const verify = useChange(
    () => api.call(verifyWebhookEndpoint, { params }),
    () => showToast({ title: "The endpoint was verified", description: "What waited is sent now." }),
  );
  return (
    <>
      <p className="why row">
        <span>
          It has not been verified: events wait until it responds to a signed request with that request’s
          challenge.
        </span>
        {mayChange && (
          <Button busy={verify.isPending} onClick={() => verify.mutate(undefined)}>
            Verify now
          </Button>
        )}
      </p>
      <ErrorMessage error={verify.error} />
    </>
  );
}

/** Sends a sample of one of the endpoint's types. */
function TestEvent({ endpoint: { id, installationId, eventTypes } }: { readonly endpoint: WebhookEndpoint }) {
  const [chosen, setChosen] = useState<EndpointEventType>();
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
