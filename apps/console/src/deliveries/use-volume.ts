import type { DeliveryCountResource } from "@plugboard/api/client";
import { countDeliveries } from "@plugboard/api/routes";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { live } from "../data/live.ts";
import { api } from "../data/platform-api.ts";
import type { TimeWindow } from "./deliveries-search.ts";

/** The deliveries of a time range. Counts are `undefined` while loading. */
export interface Volume {
  readonly total: number | undefined;
  readonly delivered: number | undefined;
  readonly failed: number | undefined;
  readonly spans: readonly DeliveryCountResource[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

/** Counts an organization's deliveries in a time window, optionally of one endpoint or integration. */
export function useVolume(
  organization: string | undefined,
  { since, before, spans: count }: TimeWindow,
  endpointId?: string,
): Volume {
  const query = { organization, endpointId, since, before, spans: count };
  const { data, error, refetch } = useQuery({
    queryKey: [countDeliveries.id, query],
    queryFn: () => api.call(countDeliveries, { query }),
    placeholderData: keepPreviousData,
    enabled: organization !== undefined,
    ...live("deliveries"),
  });
  const spans = data?.spans;
  const sum = (name: "open" | "delivered" | "failed"): number | undefined =>
    spans?.reduce((total, span) => total + span[name], 0);
  const [open, delivered, failed] = [sum("open"), sum("delivered"), sum("failed")];
  const total = spans && (open ?? 0) + (delivered ?? 0) + (failed ?? 0);
  return { total, delivered, failed, spans, error, refetch };
}
