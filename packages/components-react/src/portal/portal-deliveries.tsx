import type { DeliveryResource, DeliveryWait } from "@plugboard/api/client";
import {
  getDeliveryBody,
  listDeliveries,
  listDeliveryAttempts,
  probeWebhookEndpoint,
  sendDeliveryAgain,
} from "@plugboard/api/routes";
import { type ReactNode, useId, useState } from "react";
import { usePortal, usePortalAction, usePortalReading } from "./portal-data.ts";
import { formatMilliseconds, formatMoment, PortalError } from "./portal-format.tsx";

const statuses = ["delivered", "failed", "scheduled", "waiting", "sending"] as const;
const pageItems = 25;

/** The deliveries to the organization's endpoints, newest first and a page at a time; each opens to its attempts. */
export function PortalDeliveries(): ReactNode {
  const { api } = usePortal();
  const [status, setStatus] = useState<DeliveryResource["status"]>();
  const [text, setText] = useState("");
  // Of the pages that were opened, each with the cursor that leads to it; the first needs none.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1);
  const query = { status, text: text.length < 2 ? undefined : text, cursor, limit: pageItems };
  const { data, error } = usePortalReading(`deliveries ${JSON.stringify(query)}`, () =>
    api.call(listDeliveries, { query }),
  );
  const statusId = useId();
  const textId = useId();
  return (
    <section aria-label="Deliveries">
      <form
        className="plugboard-portal-row"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get(textId);
          setText(typeof typed === "string" ? typed.trim() : "");
          setCursors([]);
        }}
      >
        <label htmlFor={statusId}>Status</label>
        <select
          id={statusId}
          value={status ?? ""}
          onChange={(event) => {
            setStatus(statuses.find((each) => each === event.target.value));
            setCursors([]);
          }}
        >
          <option value="">any</option>
          {statuses.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <label htmlFor={textId}>Payload contains</label>
        <input id={textId} name={textId} type="search" defaultValue={text} />
        <button type="submit">Find</button>
      </form>
      <PortalError error={error} />
      {data?.items.length === 0 && (
        <p className="plugboard-portal-hint">
          {data.next === undefined
            ? "There is no such delivery."
            : "None among the newest; look at older ones."}
        </p>
      )}
      <ul className="plugboard-portal-deliveries">
        {data?.items.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      <div className="plugboard-portal-row">
        {cursors.length > 0 && (
          <button type="button" onClick={() => setCursors(cursors.slice(0, -1))}>
            Newer
          </button>
        )}
        {data?.next !== undefined && (
          <button type="button" onClick={() => setCursors([...cursors, data.next ?? ""])}>
            Older
          </button>
        )}
      </div>
    </section>
  );
}

const waits: Readonly<Record<DeliveryWait["reason"], string>> = {
  held: "Held: the endpoint is paused or switched off.",
  failing: "Held: the endpoint keeps failing; it is tried again at",
  retry: "The last attempt failed; the next one is at",
  ordered: "Waits behind an earlier delivery.",
  queued: "Due now.",
};

function Delivery({ delivery }: { readonly delivery: DeliveryResource }) {
  const [isOpen, setOpen] = useState(false);
  const { status, eventType, responseStatus, errorCode, createdAt, wait, target } = delivery;
  return (
    <li className="plugboard-portal-card">
      <div className="plugboard-portal-row">
        <button
          type="button"
          className="plugboard-portal-open"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {eventType}
        </button>
        <span className="plugboard-portal-badge" data-status={status}>
          {status}
        </span>
        <code>{responseStatus ?? errorCode?.replaceAll("_", " ")}</code>
        <span className="plugboard-portal-hint">{formatMoment(createdAt)}</span>
      </div>
      {target.kind === "endpoint" && <p className="plugboard-portal-hint">{target.url}</p>}
      {wait !== undefined && (
        <p>
          {waits[wait.reason]} {wait.until !== undefined && formatMoment(wait.until)}
        </p>
      )}
      {isOpen && <DeliveryDetail delivery={delivery} />}
    </li>
  );
}

function DeliveryDetail({ delivery }: { readonly delivery: DeliveryResource }) {
  const { api, session } = usePortal();
  const { run, isBusy, error } = usePortalAction();
  const { id: deliveryId, installationId, target, wait, status } = delivery;
  const params = { installationId, deliveryId };
  const attempts = usePortalReading(`attempts ${deliveryId}`, () =>
    api.call(listDeliveryAttempts, { params }),
  );
  const body = usePortalReading(`body ${deliveryId}`, () => api.call(getDeliveryBody, { params }));
  return (
    <div className="plugboard-portal-panel">
      {!session.readOnly && (
        <div className="plugboard-portal-row">
          <button
            type="button"
            data-look="primary"
            disabled={isBusy || status === "sending"}
            onClick={() => run(() => api.call(sendDeliveryAgain, { params }))}
          >
            Send again
          </button>
          {wait?.reason === "failing" && target.kind === "endpoint" && (
            <button
              type="button"
              disabled={isBusy}
              onClick={() =>
                run(() =>
                  api.call(probeWebhookEndpoint, {
                    params: { installationId, endpointId: target.endpointId },
                  }),
                )
              }
            >
              Probe now
            </button>
          )}
        </div>
      )}
      <PortalError error={error ?? attempts.error ?? body.error} />
      <h3>Attempts</h3>
      {attempts.data?.items.length === 0 && <p className="plugboard-portal-hint">None yet.</p>}
      <ol>
        {attempts.data?.items.map((attempt) => (
          <li key={attempt.number}>
            <strong>{attempt.responseStatus ?? attempt.errorCode?.replaceAll("_", " ")}</strong> after{" "}
            {formatMilliseconds(attempt.durationMilliseconds)}, {formatMoment(attempt.startedAt)}
            {attempt.error !== undefined && <p>{attempt.error}</p>}
            <details>
              <summary>Request and response</summary>
              <Headers title="Request" headers={attempt.requestHeaders} />
              <Headers title="Response" headers={attempt.responseHeaders} />
              {attempt.responseExcerpt !== undefined && <pre>{attempt.responseExcerpt}</pre>}
            </details>
          </li>
        ))}
      </ol>
      <h3>Body</h3>
      {body.data !== undefined && <pre>{indent(body.data.body)}</pre>}
    </div>
  );
}

interface HeadersProps {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>> | undefined;
}

function Headers({ title, headers = {} }: HeadersProps) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return lines.length === 0 ? null : <pre aria-label={title}>{lines.join("\n")}</pre>;
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
