import type { InstallationResource, PlatformEventResource } from "@plugboard/api/client";
import { getSampleEvent, listEvents } from "@plugboard/api/routes";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { api } from "../data/platform-api.ts";
import { useReadOnce } from "../data/queries.ts";
import { type Targets, useTargets } from "../data/targets.ts";
import { DeliveryTable } from "../deliveries/delivery-table.tsx";
import { IconButton } from "../ui/button.tsx";
import { Code } from "../ui/code.tsx";
import { Copyable } from "../ui/copy.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Skeleton } from "../ui/page.tsx";
import { Moment } from "../ui/time.tsx";

interface EventDetailProps {
  readonly id: string;
  /** The event as it is listed; absent where it is on another page of the list. */
  readonly event: PlatformEventResource | undefined;
  readonly onClose: () => void;
}

/** One event: what it carries, who received it, and why others did not. */
export function EventDetail({ id, event: listed, onClose }: EventDetailProps) {
  const found = useQuery({
    queryKey: [listEvents.id, "one", id],
    queryFn: async () => {
      for await (const event of api.list(listEvents)) if (event.id === id) return event;
      throw new Error(`There is no event ${id}.`);
    },
    enabled: listed === undefined,
  });
  const event = listed ?? found.data;
  return (
    <aside className="panel delivery-detail" aria-label="Event">
      <header className="panel-header">
        <h2 className="clip">{event?.type ?? "Event"}</h2>
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
              <Copyable text={event.id} label="Copy the event's id" />
            </dd>
            <dt>Happened</dt>
            <dd>
              <Moment time={event.createdAt} />
            </dd>
          </dl>
          <h3>Payload</h3>
          <Code text={JSON.stringify(event.payload)} label="Payload of the event" />
          <h3>Deliveries</h3>
          <DeliveryTable of={{ eventId: event.id }} />
          <Recipients event={event} />
        </>
      )}
    </aside>
  );
}

function Recipients({ event }: { readonly event: PlatformEventResource }) {
  const targets = useTargets();
  if (event.recipients === undefined) return null;
  const received = new Set(event.recipients);
  const others = targets.installations.filter(({ id }) => !received.has(id));
  return (
    <>
      <h3>Received by</h3>
      {received.size === 0 && <p className="hint">Nobody.</p>}
      <ul className="plain-list">
        {targets.installations
          .filter(({ id }) => received.has(id))
          .map((installation) => (
            <li key={installation.id}>
              <InstallationLink installation={installation} targets={targets} />
            </li>
          ))}
      </ul>
      {others.length > 0 && (
        <>
          <h3>Not received by</h3>
          <ul className="plain-list">
            {others.map((installation) => (
              <li key={installation.id}>
                <InstallationLink installation={installation} targets={targets} />
                <Refusal event={event} installation={installation} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface InstallationLinkProps {
  readonly installation: InstallationResource;
  readonly targets: Targets;
}

function InstallationLink({ installation: { id, integration }, targets }: InstallationLinkProps) {
  return (
    <Link to="/installed/$installationId" params={{ installationId: id }}>
      {targets.titleOf(integration)}
    </Link>
  );
}

interface RefusalProps {
  readonly event: PlatformEventResource;
  readonly installation: InstallationResource;
}

/** Why an installation does not get such an event, as it is now. */
function Refusal({ event, installation }: RefusalProps) {
  const isOfAnother = event.installationId !== undefined && event.installationId !== installation.id;
  const { spaceId, siteId } = event;
  const sample = useReadOnce(getSampleEvent, {
    params: { installationId: installation.id, eventType: event.type },
    query: { spaceId, siteId },
  });
  const reason = isOfAnother
    ? "The event is about another installation."
    : (sample.data?.refusal ??
      sample.error?.message ??
      (sample.isPending ? "…" : "It was installed, resumed or changed after the event."));
  return <p className="hint">{reason}</p>;
}
