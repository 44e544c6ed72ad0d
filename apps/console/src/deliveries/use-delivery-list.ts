import type { DeliveryQuery, DeliveryResource } from "@plugboard/api/client";
import { listDeliveries, listEventDeliveries } from "@plugboard/api/routes";
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { readPage } from "../data/platform-api.ts";
import { firstMilliseconds } from "../data/queries.ts";
import { live } from "../data/live.ts";
import { isPortalPage } from "../data/portal-page.ts";

/** A delivery list that loads more on scroll and doesn't shift when new deliveries arrive. */
export interface DeliveryRows {
  readonly rows: readonly DeliveryResource[];
  readonly isPending: boolean;
  readonly error: Error | null;
  /** The number of new deliveries above the first row; 100 means 100 or more. */
  readonly newer: number;
  readonly showNewer: () => void;
  readonly hasMore: boolean;
  readonly isReadingMore: boolean;
  readonly readMore: () => void;
}

/** Reads the deliveries of a query or an event, and keeps the listed ones up to date. */
export function useDeliveryList(
  query: DeliveryQuery,
  event: string | undefined,
  enabled: boolean,
): DeliveryRows {
  const client = useQueryClient();
  const read = (cursor: string | undefined) => {
    // An installation's copy of an event has its own ID; the platform event, unknown to the portal, links to
    // all copies.
    if (event === undefined || event.includes("_ins_") || isPortalPage)
      return readPage(listDeliveries, { query: { ...query, eventId: event, cursor } });
    return readPage(listEventDeliveries, { params: { eventId: event }, query: { cursor } });
  };
  const key = [listDeliveries.id, "rows", query, event];
  const pages = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
  const first = pages.isPlaceholderData ? undefined : pages.data?.pages[0];
  const newest = useQuery({
    queryKey: [listDeliveries.id, "newest", query, event],
    queryFn: () => read(undefined),
    // The first script may have requested the rows before change notices arrived.
    initialData: first,
    initialDataUpdatedAt: () => (performance.now() < firstMilliseconds ? 0 : pages.dataUpdatedAt),
    staleTime: firstMilliseconds,
    enabled: enabled && (first !== undefined || pages.error !== null),
    ...live("deliveries"),
  });
  const shown = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const fresh = newest.data?.items ?? [];
  const updated = new Map(fresh.map((delivery) => [delivery.id, delivery]));
  const known = new Set(shown.map(({ id }) => id));
  const above = fresh.findIndex(({ id }) => known.has(id));
  const newer = shown.length === 0 || pages.isPlaceholderData ? 0 : above === -1 ? fresh.length : above;
  const rows = shown.length === 0 ? fresh : shown.map((delivery) => updated.get(delivery.id) ?? delivery);
  return {
    rows,
    isPending: pages.isPending,
    error: pages.error ?? newest.error,
    newer,
    showNewer: () => void client.resetQueries({ queryKey: key }),
    hasMore: pages.hasNextPage,
    isReadingMore: pages.isFetchingNextPage,
    readMore: () => void pages.fetchNextPage(),
  };
}
