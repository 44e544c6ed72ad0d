import type { DeliveryQuery, DeliveryResource } from "@plugboard/api/client";
import { listDeliveries, listEventDeliveries } from "@plugboard/api/routes";
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../data/platform-api.ts";
import { live } from "../data/live.ts";
import { isPortalPage } from "../data/portal-page.ts";

/** A list of deliveries that is read as far as somebody looks, and does not move meanwhile. */
export interface DeliveryRows {
  readonly rows: readonly DeliveryResource[];
  readonly isPending: boolean;
  readonly error: Error | null;
  /** How many there are above the first row that is shown; 100 stands for more than that. */
  readonly newer: number;
  readonly showNewer: () => void;
  readonly hasMore: boolean;
  readonly isReadingMore: boolean;
  readonly readMore: () => void;
}

/** Reads the list that a query asks for, or the deliveries of one event. What is listed is kept up to date where it is. */
export function useDeliveryList(
  query: DeliveryQuery,
  event: string | undefined,
  enabled: boolean,
): DeliveryRows {
  const client = useQueryClient();
  const read = (cursor: string | undefined) => {
    // An event as an installation got it has an id of its own; the platform's own event, of which the portal knows nothing, leads to all
    // of those.
    if (event === undefined || event.includes("_ins_") || isPortalPage)
      return api.call(listDeliveries, { query: { ...query, eventId: event, cursor } });
    return api.call(listEventDeliveries, { params: { eventId: event }, query: { cursor } });
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
  const newest = useQuery({
    queryKey: [listDeliveries.id, "newest", query, event],
    queryFn: () => read(undefined),
    enabled,
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
