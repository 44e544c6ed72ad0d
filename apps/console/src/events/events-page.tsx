import type { PlatformEventResource } from "@plugboard/api/client";
import { listEvents } from "@plugboard/api/routes";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Activity } from "lucide-react";
import type { ReactNode } from "react";
import { useOrganizations } from "../data/organization.ts";
import { api } from "../data/platform-api.ts";
import { live } from "../data/live.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { formatCount } from "../ui/format.ts";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { TimeAgo } from "../ui/time.tsx";
import { EventDetail } from "./event-detail.tsx";

const route = getRouteApi("/events");

/** Lists the events, newest first, with their deliveries. */
export function EventsPage(): ReactNode {
  const { event: openedId, cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const { current } = useOrganizations();
  const query = { organization: current?.id, cursor };
  const events = useQuery({
    queryKey: [listEvents.id, query],
    queryFn: () => api.call(listEvents, { query }),
    ...live("deliveries"),
    placeholderData: keepPreviousData,
  });
  const open = (event: string | undefined): void =>
    void navigate({ search: (before) => ({ ...before, event }) });
  const { items = [], next } = events.data ?? {};
  return (
    <Page title="Events" wide description="Events, newest first, and where they were sent.">
      <ErrorMessage error={events.error} />
      {events.isPending && <Skeleton rows={8} />}
      {events.isSuccess && items.length === 0 && (
        <EmptyState icon={Activity} title="No events yet">
          Publish a page or visit a site to create an event.
        </EmptyState>
      )}
      {items.length > 0 && (
        <div className="split" data-open={openedId !== undefined || undefined}>
          <div>
            <div className="panel scroll">
              <table>
                <thead>
                  <tr>
                    <th>Type</th>
                    <th>Recipients</th>
                    <th>Time</th>
                  </tr>
                </thead>
                <tbody>
                  {items.map((event) => (
                    <EventRow
                      key={event.id}
                      event={event}
                      isOpen={event.id === openedId}
                      onOpen={() => open(event.id === openedId ? undefined : event.id)}
                    />
                  ))}
                </tbody>
              </table>
            </div>
            <div className="row pages">
              {cursor !== undefined && (
                <Button
                  onClick={() => void navigate({ search: (before) => ({ ...before, cursor: undefined }) })}
                >
                  Newest
                </Button>
              )}
              {next !== undefined && (
                <Button onClick={() => void navigate({ search: (before) => ({ ...before, cursor: next }) })}>
                  Older
                </Button>
              )}
            </div>
          </div>
          {openedId !== undefined && (
            <EventDetail
              key={openedId}
              id={openedId}
              event={items.find(({ id }) => id === openedId)}
              onClose={() => open(undefined)}
            />
          )}
        </div>
      )}
    </Page>
  );
}

interface EventRowProps {
  readonly event: PlatformEventResource;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

function EventRow({ event: { type, recipients, createdAt }, isOpen, onOpen }: EventRowProps) {
  return (
    <tr data-open={isOpen || undefined}>
      <td>
        <button type="button" className="link-button" aria-expanded={isOpen} onClick={onOpen}>
          {type}
        </button>
      </td>
      <td>
        {recipients === undefined
          ? "not yet"
          : recipients.length === 0
            ? "nobody"
            : formatCount(recipients.length, "installation")}
      </td>
      <td>
        <TimeAgo time={createdAt} />
      </td>
    </tr>
  );
}
