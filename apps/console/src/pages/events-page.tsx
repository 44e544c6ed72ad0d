import type { PlatformEventResource } from "@plugboard/api/client";
import { listEvents } from "@plugboard/api/routes";
import { useState } from "react";
import { DeliveryTable } from "../parts/delivery-table.tsx";
import { ErrorMessage } from "../parts/error-message.tsx";
import { TimeAgo } from "../parts/time-ago.tsx";
import { useRead } from "../queries.ts";

/** What happened, newest first, and where each event went. */
export function EventsPage() {
  const events = useRead(listEvents);
  return (
    <>
      <h1>Events</h1>
      <ErrorMessage error={events.error} />
      <section className="panel">
        <div className="scroll">
          <table>
            <thead>
              <tr>
                <th>Type</th>
                <th>Went to</th>
                <th>Happened</th>
              </tr>
            </thead>
            {events.data?.items.map((event) => (
              <EventRows key={event.id} event={event} />
            ))}
          </table>
        </div>
        {events.data?.items.length === 0 && <p className="hint">Save a page or open the site to make one.</p>}
      </section>
    </>
  );
}

function EventRows({ event }: { readonly event: PlatformEventResource }) {
  const [open, setOpen] = useState(false);
  const { recipients } = event;
  return (
    <tbody>
      <tr>
        <td>
          <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {event.type}
          </button>
        </td>
        <td>{recipients === undefined ? "not yet" : describeRecipients(recipients.length)}</td>
        <td>
          <TimeAgo time={event.createdAt} />
        </td>
      </tr>
      {open && (
        <tr>
          <td colSpan={3}>
            <pre>{JSON.stringify(event.payload, undefined, 2)}</pre>
            <DeliveryTable of={{ eventId: event.id }} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

function describeRecipients(count: number): string {
  if (count === 0) return "nobody";
  return count === 1 ? "1 installation" : `${count} installations`;
}
