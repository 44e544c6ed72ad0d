import type { EndpointEventType, WebhookEndpoint } from "@plugboard/api/client";
import {
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  sendTestEvent,
  updateWebhookEndpoint,
  verifyWebhookEndpoint,
} from "@plugboard/api/routes";
import { Link } from "@tanstack/react-router";
import { Pencil, Webhook } from "lucide-react";
import { useState } from "react";
import { api } from "../data/platform-api.ts";
import { useMayChange } from "../data/portal-session.ts";
import { useChange, useReadAll } from "../data/queries.ts";
import { DeliveryTable } from "../deliveries/delivery-table.tsx";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copy.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { EmptyState } from "../ui/page.tsx";
import { showToast } from "../ui/show-toast.ts";
import { disabledReasons } from "./disabled-reasons.ts";
import { EndpointCharts } from "./endpoint-charts.tsx";
import { EndpointFacts } from "./endpoint-facts.tsx";
import { HealthView } from "./endpoint-health.tsx";
import { PollToken } from "./endpoint-poll-token.tsx";
import { EndpointSecrets } from "./endpoint-secrets.tsx";
import { RecoveryPanel } from "../deliveries/recovery-panel.tsx";

/** The webhook endpoints of an installation. Renders nothing if there are none. */
export function EndpointPanel({ installationId }: { readonly installationId: string }) {
  const endpoints = useReadAll(listWebhookEndpoints, { params: { installationId } });
  return (
    <>
      {endpoints.data === undefined && (
        <ErrorMessage error={endpoints.error} onRetry={() => void endpoints.refetch()} />
      )}
      {endpoints.data?.length === 0 && (
        <EmptyState
          icon={Webhook}
          title="No webhook endpoints"
          action={
            <Link className="button" to="/endpoints" search={{ form: "new" }}>
              Add endpoint
            </Link>
          }
        >
          This installation has no URLs that receive its events as webhooks.
        </EmptyState>
      )}
      {endpoints.data?.map((endpoint) => (
        <Endpoint key={endpoint.id} endpoint={endpoint} />
      ))}
    </>
  );
}

/** The explanation and action for each status. */
const actions = {
  enabled: { label: "Pause", to: "paused", meaning: undefined },
  paused: {
    label: "Resume",
    to: "enabled",
    meaning: "Paused. Deliveries are queued until you resume it.",
  },
  disabled: { label: "Enable", to: "enabled", meaning: "Disabled. Events aren’t delivered." },
} as const;

/** Confirmations of actions, with their consequences. */
const questions = {
  disable: {
    title: "Disable this endpoint?",
    consequence:
      "It receives no deliveries and misses all events until you enable it again. To queue deliveries instead, pause the endpoint.",
    action: "Disable",
  },
  remove: {
    title: "Delete this endpoint?",
    consequence:
      "Its secrets stop working, pending deliveries are canceled, and its delivery history is no longer available. You can’t undo this.",
    action: "Delete",
  },
} as const;

interface EndpointProps {
  readonly endpoint: WebhookEndpoint;
  readonly onDeleted?: () => void;
}

/** A webhook endpoint: health, settings, secrets and deliveries. */
export function Endpoint({ endpoint, onDeleted }: EndpointProps) {
  const params = { installationId: endpoint.installationId, endpointId: endpoint.id };
  const mayChange = useMayChange();
  const [asked, setAsked] = useState<keyof typeof questions>();
  const change = useChange(
    (status: WebhookEndpoint["status"]) => api.call(updateWebhookEndpoint, { params, body: { status } }),
    () => setAsked(undefined),
  );
  const remove = useChange(
    () => api.call(deleteWebhookEndpoint, { params }),
    () => {
      showToast({ title: "Endpoint deleted", description: endpoint.url });
      onDeleted?.();
    },
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
            <Button onClick={() => setAsked("remove")}>Delete…</Button>
          </span>
        )}
      </div>
      <Copyable text={endpoint.url} label="Copy URL" />
      {meaning !== undefined && (
        <p>{reason === undefined ? meaning : `Disabled automatically because ${disabledReasons[reason]}.`}</p>
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
          Search deliveries
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

/** Asks an endpoint to confirm that it wants webhooks. Its deliveries wait until then. */
function Verification({
  endpoint: params,
}: {
  readonly endpoint: { readonly installationId: string; readonly endpointId: string };
}) {
  const mayChange = useMayChange();
  const verify = useChange(
    () => api.call(verifyWebhookEndpoint, { params }),
    () => showToast({ title: "Endpoint verified", description: "Waiting deliveries are being sent." }),
  );
  return (
    <>
      <p className="why row">
        <span>
          This endpoint isn’t verified. Events are held until it echoes the challenge from a signed request.
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

/** Sends a sample of one of the endpoint's event types. */
function TestEvent({ endpoint: { id, installationId, eventTypes } }: { readonly endpoint: WebhookEndpoint }) {
  const [chosen, setChosen] = useState<EndpointEventType>();
  const params = { installationId, endpointId: id };
  const type = chosen !== undefined && eventTypes.includes(chosen) ? chosen : eventTypes[0];
  const test = useChange(() => api.call(sendTestEvent, { params, body: { type } }));
  return (
    <div className="row">
      <select
        className="narrow"
        aria-label="Test event type"
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
