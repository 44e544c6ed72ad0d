import type { PlatformEventResource } from "@plugboard/api/client";
import { listEvents } from "@plugboard/api/routes";
import type { ReactNode } from "react";
import { getRouteApi } from "@tanstack/react-router";
import { Activity } from "lucide-react";
import { useRead } from "../data/queries.ts";
import { DeliveryTable } from "../deliveries/delivery-table.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { TimeAgo } from "../ui/time.tsx";

const route = getRouteApi("/events");

/** What happened, newest first, and where each event went. */
export function EventsPage(): ReactNode {
  const events = useRead(listEvents);
  return (
    <Page title="Events" description="What happened, newest first, and where it went.">
      <ErrorMessage error={events.error} />
      {events.isPending && <Skeleton />}
      {events.data?.items.length === 0 && (
        <EmptyState icon={Activity} title="No events yet">
          Save a page or open the site to make one.
        </EmptyState>
      )}
      <section className="panel" hidden={events.data === undefined || events.data.items.length === 0}>
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
      </section>
    </Page>
  );
}

function EventRows({ event }: { readonly event: PlatformEventResource }) {
  const { event: opened } = route.useSearch();
  const navigate = route.useNavigate();
  const open = opened === event.id;
  const { recipients } = event;
  return (
    <tbody>
      <tr>
        <td>
          <button
            type="button"
            className="link-button"
            aria-expanded={open}
            onClick={() =>
              void navigate({ search: (search) => ({ ...search, event: open ? undefined : event.id }) })
            }
          >
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
