import type { EventQuery, PlatformEventResource } from "@plugboard/api/client";
import { listEvents } from "@plugboard/api/routes";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Activity, Send } from "lucide-react";
import type { ReactNode } from "react";
import { live } from "../data/live.ts";
import { useOrganizations } from "../data/organization.ts";
import { readPage } from "../data/platform-api.ts";
import { useTargets } from "../data/targets.ts";
import { ranges } from "../deliveries/deliveries-search.ts";
import {
  ClearFilters,
  isFiltered,
  TextSearch,
  TimeFilter,
  TypeFilter,
} from "../deliveries/search-filters.tsx";
import { useProduct } from "../product/console-product.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { ChoiceFilter } from "../ui/filters.tsx";
import { formatCount } from "../ui/format.ts";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { TimeAgo } from "../ui/time.tsx";
import { useNow } from "../ui/use-now.ts";
import { EventDetail } from "./event-detail.tsx";
import type { EventsSearch } from "./events-search.ts";

const route = getRouteApi("/events");
const minuteMilliseconds = 60_000;

const cleared: EventsSearch = {
  type: undefined,
  installation: undefined,
  text: undefined,
  range: undefined,
  since: undefined,
  before: undefined,
};

/** Lists the events, newest first, with filters and their deliveries. */
export function EventsPage(): ReactNode {
  const search = route.useSearch();
  const { event: openedId, cursor } = search;
  const navigate = route.useNavigate();
  const { current } = useOrganizations();
  const targets = useTargets();
  const { firstEvent } = useProduct();
  const query = { organization: current?.id, cursor, ...useFilter(search) };
  const events = useQuery({
    queryKey: [listEvents.id, query],
    queryFn: () => readPage(listEvents, { query }),
    ...live("deliveries"),
    placeholderData: keepPreviousData,
    enabled: current !== undefined,
  });
  const change = (part: EventsSearch): void =>
    void navigate({ search: (before) => ({ ...before, cursor: undefined, ...part }) });
  const open = (event: string | undefined): void =>
    void navigate({ search: (before) => ({ ...before, event }) });
  const { items = [], next } = events.data ?? {};
  const hasFilter = isFiltered(search, cleared);
  return (
    <Page
      title="Events"
      wide
      description="Events, newest first, and where they were sent."
      actions={
        <Link className="button" data-variant="primary" to="/events/new">
          <Send aria-hidden size={15} />
          Publish event
        </Link>
      }
    >
      <search className="filter-bar">
        <TypeFilter search={search} onChange={change} />
        <ChoiceFilter
          name="installation"
          label="Received by"
          value={search.installation}
          options={targets.installations.map(({ id, title }) => ({ value: id, title }))}
          onChange={(chosen) => change({ installation: chosen })}
        />
        <TextSearch search={search} onChange={change} />
        <TimeFilter search={search} onChange={change} />
        <ClearFilters search={search} cleared={cleared} onChange={change} />
      </search>
      <ErrorMessage error={events.error} />
      {events.isPending && <Skeleton rows={8} />}
      {events.isSuccess && items.length === 0 && (
        <EmptyState icon={Activity} title={hasFilter ? "No matching events" : "No events yet"}>
          {hasFilter
            ? "Clear a filter, choose a longer time range or search older events."
            : `${firstEvent.title} or publish an event.`}
        </EmptyState>
      )}
      {items.length > 0 && (
        <div className="split" data-open={openedId !== undefined || undefined}>
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
      <div className="row pages">
        {cursor !== undefined && <Button onClick={() => change({})}>Newest</Button>}
        {next !== undefined && (
          <Button onClick={() => change({ cursor: next })}>
            {items.length === 0 ? "Search older events" : "Older"}
          </Button>
        )}
      </div>
    </Page>
  );
}

/** Returns the query of the filters. The time advances once a minute. */
function useFilter({ type, installation, text, range, since, before }: EventsSearch): EventQuery {
  const now = useNow(minuteMilliseconds);
  const start = range === undefined ? since : new Date(now - ranges[range].milliseconds).toISOString();
  return { type, installationId: installation, text, createdSince: start, createdBefore: before };
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
          ? "Pending"
          : recipients.length === 0
            ? "None"
            : formatCount(recipients.length, "installation")}
      </td>
      <td>
        <TimeAgo time={createdAt} />
      </td>
    </tr>
  );
}
