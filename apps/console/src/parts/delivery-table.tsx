import type { DeliveryResource } from "@plugboard/api/client";
import { useState } from "react";
import { callApi } from "../call-api.ts";
import { useChange, useRead } from "../queries.ts";
import { ErrorMessage } from "./error-message.tsx";
import { StatusBadge } from "./status-badge.tsx";
import { TimeAgo } from "./time-ago.tsx";

/** Deliveries, newest first and a page at a time; each opens to its attempts. */
export function DeliveryTable({ path }: { readonly path: string }) {
  // Of the pages that were opened, each with the cursor that leads to it; the first needs none.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const deliveries = useRead("deliveries", toPage(path, cursors.at(-1)));
  if (deliveries.error !== null) return <ErrorMessage error={deliveries.error} />;
  if (deliveries.data === undefined) return null;
  const { items, next } = deliveries.data;
  return (
    <>
      {items.length === 0 ? <p className="hint">No deliveries yet.</p> : <Deliveries items={items} />}
      <div className="row pages">
        {cursors.length > 0 && (
          <button type="button" className="quiet" onClick={() => setCursors(cursors.slice(0, -1))}>
            Newer
          </button>
        )}
        {next !== undefined && (
          <button type="button" className="quiet" onClick={() => setCursors([...cursors, next])}>
            Older
          </button>
        )}
      </div>
    </>
  );
}

function toPage(path: string, cursor: string | undefined): string {
  if (cursor === undefined) return path;
  return `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`;
}

function Deliveries({ items }: { readonly items: readonly DeliveryResource[] }) {
  return (
    <div className="scroll">
      <table>
        <thead>
          <tr>
            <th>Event</th>
            <th>To</th>
            <th>Status</th>
            <th>Attempts</th>
            <th>Created</th>
            <th>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        {items.map((delivery) => (
          <DeliveryRows key={delivery.id} delivery={delivery} />
        ))}
      </table>
    </div>
  );
}

function DeliveryRows({ delivery }: { readonly delivery: DeliveryResource }) {
  const [open, setOpen] = useState(false);
  const path = `/v1/installations/${delivery.installationId}/deliveries/${delivery.id}`;
  const again = useChange(() => callApi("POST", `${path}/send-again`));
  const { target, nextAttemptAt } = delivery;
  return (
    <tbody>
      <tr>
        <td>
          <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {delivery.eventType}
          </button>
        </td>
        <td className="clip">{target.kind === "endpoint" ? target.url : target.integration}</td>
        <td>
          <StatusBadge status={delivery.status} />{" "}
          <span className="hint">
            {delivery.failure}
            {delivery.status === "scheduled" && nextAttemptAt !== undefined && (
              <TimeAgo time={nextAttemptAt} />
            )}
          </span>
        </td>
        <td>{delivery.attempts}</td>
        <td>
          <TimeAgo time={delivery.createdAt} />
        </td>
        <td>
          <button
            type="button"
            className="quiet"
            disabled={again.isPending}
            onClick={() => again.mutate(undefined)}
          >
            Send again
          </button>
        </td>
      </tr>
      {(open || again.error !== null) && (
        <tr>
          <td colSpan={6}>
            <ErrorMessage error={again.error} />
            {open && <Attempts path={`${path}/attempts`} eventId={delivery.eventId} />}
          </td>
        </tr>
      )}
    </tbody>
  );
}

function Attempts({ path, eventId }: { readonly path: string; readonly eventId: string }) {
  const attempts = useRead("attempts", path);
  return (
    <div className="attempts">
      <p className="hint">
        Event <code>{eventId}</code>
      </p>
      <ErrorMessage error={attempts.error} />
      <ol>
        {attempts.data?.items.map((attempt) => (
          <li key={attempt.number}>
            <strong>{attempt.responseStatus ?? attempt.errorCode ?? "no answer"}</strong> after{" "}
            {Math.round(attempt.durationMilliseconds)} ms, <TimeAgo time={attempt.startedAt} />
            {attempt.error !== undefined && <p>{attempt.error}</p>}
            {attempt.responseExcerpt !== undefined && <pre>{attempt.responseExcerpt.slice(0, 500)}</pre>}
          </li>
        ))}
      </ol>
    </div>
  );
}
