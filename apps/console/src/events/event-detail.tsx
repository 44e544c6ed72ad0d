import type { EventRecipient, PlatformEventResource } from "@plugboard/api/client";
import { listEventRecipients, listEvents } from "@plugboard/api/routes";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { readPage } from "../data/platform-api.ts";
import { useReadAllOnce } from "../data/queries.ts";
import { useTargets } from "../data/targets.ts";
import { DeliveryTable } from "../deliveries/delivery-table.tsx";
import { IconButton } from "../ui/button.tsx";
import { Code } from "../ui/code.tsx";
import { Copyable } from "../ui/copy.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Skeleton } from "../ui/page.tsx";
import { Moment } from "../ui/time.tsx";

interface EventDetailProps {
  readonly id: string;
  /** The event as listed; `undefined` if it is on another page of the list. */
  readonly event: PlatformEventResource | undefined;
  readonly onClose: () => void;
}

/** Shows an event: its payload, its deliveries, and why other targets didn't receive it. */
export function EventDetail({ id, event: listed, onClose }: EventDetailProps) {
  const found = useQuery({
    queryKey: [listEvents.id, "one", id],
    queryFn: async () => {
      const { items } = await readPage(listEvents, { query: { eventId: id } });
      if (items[0] === undefined) throw new Error(`Event ${id} doesn’t exist.`);
      return items[0];
    },
    enabled: listed === undefined,
  });
  const event = listed ?? found.data;
  return (
    <aside className="panel delivery-detail" aria-label="Event">
      <header className="panel-header">
        <h2 className="clip" title={event?.type}>
          {event?.type ?? "Event"}
        </h2>
        <span className="end">
          <IconButton icon={X} label="Close" onClick={onClose} />
        </span>
      </header>
      <ErrorMessage error={found.error} />
      {event === undefined && found.error === null && <Skeleton />}
      {event !== undefined && (
        <>
          <dl className="facts">
            <dt>Event</dt>
            <dd>
              <Copyable text={event.id} label="Copy event ID" />
            </dd>
            <dt>Time</dt>
            <dd>
              <Moment time={event.createdAt} />
            </dd>
          </dl>
          <h3>Payload</h3>
          <Code text={JSON.stringify(event.payload)} label="Event payload" />
          <h3>Deliveries</h3>
          <DeliveryTable of={{ eventId: event.id }} />
          <Recipients event={event} />
        </>
      )}
    </aside>
  );
}

function Recipients({ event }: { readonly event: PlatformEventResource }) {
  const recipients = useReadAllOnce(listEventRecipients, { params: { eventId: event.id } });
  const targets = useTargets();
  const items = recipients.data ?? [];
  const reached = items.filter(({ reason }) => reason === undefined);
  const others = items.filter(({ reason }) => reason !== undefined);
  const nameOf = ({ integration, endpointId }: EventRecipient): string =>
    targets.endpoints.find(({ id }) => id === endpointId)?.url ?? endpointId ?? targets.titleOf(integration);
  return (
    <>
      <ErrorMessage error={recipients.error} />
      <h3>Received by</h3>
      {recipients.isSuccess && reached.length === 0 && <p className="hint">No recipients.</p>}
      <ul className="plain-list">
        {reached.map((recipient) => (
          <li key={recipient.endpointId ?? recipient.installationId}>
            <Link to="/installed/$installationId" params={{ installationId: recipient.installationId }}>
              {nameOf(recipient)}
            </Link>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <h3>Not received by</h3>
          <ul className="plain-list">
            {others.map((recipient) => (
              <li key={recipient.endpointId ?? recipient.installationId}>
                <Link to="/installed/$installationId" params={{ installationId: recipient.installationId }}>
                  {nameOf(recipient)}
                </Link>
                <p className="hint">{recipient.detail}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
