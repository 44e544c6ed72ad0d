import type { DeliveryResource } from "@plugboard/api/client";
import {
  listDeliveries,
  listDeliveryAttempts,
  listEventDeliveries,
  sendDeliveryAgain,
} from "@plugboard/api/routes";
import { useState } from "react";
import { api, readPage } from "../data/platform-api.ts";
import { useMayChange } from "../data/portal-session.ts";
import { useChange, useLive, useReadAll } from "../data/queries.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time.tsx";
import { useNow } from "../ui/use-now.ts";
import { describeDelivery, nameTarget, statusLabel } from "./describe-delivery.ts";
import { Button } from "../ui/button.tsx";

/** The deliveries of an event or to an endpoint. An installation ID as `endpointId` selects deliveries to its integration. */
type DeliverySource = { readonly eventId: string } | { readonly endpointId: string };

/** A paginated table of deliveries, newest first. Each row expands to its attempts. */
export function DeliveryTable({ of }: { readonly of: DeliverySource }) {
  // The cursors of the opened pages; the first page needs none.
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const deliveries = useDeliveries(of, cursors.at(-1));
  if (deliveries.data === undefined)
    return <ErrorMessage error={deliveries.error} onRetry={() => void deliveries.refetch()} />;
  const { items, next } = deliveries.data;
  return (
    <>
      {items.length === 0 ? (
        <p className="hint">No deliveries yet.</p>
      ) : (
        <Deliveries items={items} isOfOneEvent={"eventId" in of} />
      )}
      <div className="row pages">
        {cursors.length > 0 && <Button onClick={() => setCursors(cursors.slice(0, -1))}>Newer</Button>}
        {next !== undefined && <Button onClick={() => setCursors([...cursors, next])}>Older</Button>}
      </div>
    </>
  );
}

function useDeliveries(of: DeliverySource, cursor: string | undefined) {
  const read = () => {
    if ("eventId" in of)
      return readPage(listEventDeliveries, { params: { eventId: of.eventId }, query: { cursor } });
    return readPage(listDeliveries, { query: { endpointId: of.endpointId, cursor } });
  };
  return useLive([listDeliveries.id, of, cursor], read, "deliveries");
}

interface DeliveriesProps {
  readonly items: readonly DeliveryResource[];
  /** Whether rows show their target instead of their event type. */
  readonly isOfOneEvent: boolean;
}

function Deliveries({ items, isOfOneEvent }: DeliveriesProps) {
  return (
    <div className="scroll">
      <table>
        <thead>
          <tr>
            {!isOfOneEvent && <th>Event</th>}
            <th className={isOfOneEvent ? undefined : "wide-only"}>To</th>
            <th>Status</th>
            <th>Attempts</th>
            <th>Created</th>
            <th>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        {items.map((delivery) => (
          <DeliveryRows key={delivery.id} delivery={delivery} isOfOneEvent={isOfOneEvent} />
        ))}
      </table>
    </div>
  );
}

interface DeliveryRowsProps extends Pick<DeliveriesProps, "isOfOneEvent"> {
  readonly delivery: DeliveryResource;
}

function DeliveryRows({ delivery, isOfOneEvent }: DeliveryRowsProps) {
  const [open, setOpen] = useState(false);
  const params = { installationId: delivery.installationId, deliveryId: delivery.id };
  const again = useChange(() => api.call(sendDeliveryAgain, { params }));
  const target = nameTarget(delivery);
  const mayChange = useMayChange();
  const now = useNow();
  return (
    <tbody>
      <tr>
        <td className="clip" title={isOfOneEvent ? target : delivery.eventType}>
          <button
            type="button"
            className="link-button clip"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {isOfOneEvent ? target : delivery.eventType}
          </button>
        </td>
        {!isOfOneEvent && (
          <td className="clip wide-only" title={target}>
            {target}
          </td>
        )}
        <td>
          <StatusBadge status={statusLabel(delivery)} />{" "}
          <span className="hint">{delivery.failure ?? describeDelivery(delivery, now)}</span>
        </td>
        <td>{delivery.attempts}</td>
        <td>
          <TimeAgo time={delivery.createdAt} />
        </td>
        <td>
          {mayChange && (
            <Button busy={again.isPending} onClick={() => again.mutate(undefined)}>
              Resend
            </Button>
          )}
        </td>
      </tr>
      {(open || again.error !== null) && (
        <tr>
          <td colSpan={6}>
            <ErrorMessage error={again.error} />
            {open && <Attempts params={params} eventId={delivery.eventId} />}
          </td>
        </tr>
      )}
    </tbody>
  );
}

interface AttemptsProps {
  readonly params: { readonly installationId: string; readonly deliveryId: string };
  readonly eventId: string;
}

function Attempts({ params, eventId }: AttemptsProps) {
  const attempts = useReadAll(listDeliveryAttempts, { params });
  return (
    <div className="attempts">
      <p className="hint">
        Event <code>{eventId}</code>
      </p>
      <ErrorMessage error={attempts.error} />
      <ol>
        {attempts.data?.map((attempt) => (
          <li key={attempt.number}>
            <strong>{attempt.responseStatus ?? attempt.errorCode ?? "no response"}</strong> after{" "}
            {Math.round(attempt.durationMilliseconds)} ms, <TimeAgo time={attempt.startedAt} />
            {attempt.error !== undefined && <p>{attempt.error}</p>}
            {attempt.responseExcerpt !== undefined && <pre>{attempt.responseExcerpt.slice(0, 500)}</pre>}
          </li>
        ))}
      </ol>
    </div>
  );
}
