import type { DeliveryResource } from "@plugboard/api/client";
import { readChoice, readText, readTime, type UnreadSearch } from "../data/search.ts";

const hourMilliseconds = 3_600_000;

/** The time ranges of the delivery list. */
export const ranges = {
  "1h": { title: "Last hour", milliseconds: hourMilliseconds },
  "24h": { title: "Last 24 hours", milliseconds: 24 * hourMilliseconds },
  "7d": { title: "Last 7 days", milliseconds: 7 * 24 * hourMilliseconds },
  "30d": { title: "Last 30 days", milliseconds: 30 * 24 * hourMilliseconds },
} as const;

export type Range = keyof typeof ranges;

// The table above lists the ranges in display order.
export const rangeNames = Object.keys(ranges) as readonly Range[];

/** The range if none is chosen. */
export const defaultRange: Range = "24h";

/** The states of a delivery. */
export const statuses = ["delivered", "failed", "scheduled", "waiting", "sending"] as const;

/** The orders of the delivery list, besides the newest first. */
export const orders = ["oldest", "next_attempt", "attempts"] as const;

/** The search parameters of the delivery list. */
export interface DeliveriesSearch {
  readonly status?: DeliveryResource["status"] | undefined;
  readonly type?: string | undefined;
  /** The ID of a webhook endpoint, or of an installation for its integration. */
  readonly endpoint?: string | undefined;
  /** The status code of the last response. */
  readonly code?: number | undefined;
  readonly event?: string | undefined;
  /** Text that the payload contains. */
  readonly text?: string | undefined;
  readonly range?: Range | undefined;
  /** ISO 8601 time; replaces the range, together with `before`. */
  readonly since?: string | undefined;
  readonly before?: string | undefined;
  /** Defaults to the newest deliveries first. */
  readonly order?: (typeof orders)[number] | undefined;
  /** Shows failures grouped by cause instead of a list. */
  readonly view?: "causes" | undefined;
  /** The ID of the open delivery. */
  readonly delivery?: string | undefined;
}

/** Parses the search parameters of the delivery list. */
export function readDeliveriesSearch(search: UnreadSearch): DeliveriesSearch {
  const code = Number(search["code"]);
  return {
    status: readChoice(search["status"], statuses),
    type: readText(search["type"]),
    endpoint: readText(search["endpoint"]),
    code: Number.isInteger(code) && code >= 100 && code <= 999 ? code : undefined,
    event: readText(search["event"]),
    text: readText(search["text"]),
    range: readChoice(search["range"], rangeNames),
    since: readTime(search["since"]),
    before: readTime(search["before"]),
    order: readChoice(search["order"], orders),
    view: readChoice(search["view"], ["causes"]),
    delivery: readText(search["delivery"]),
  };
}

/** A time window and the size of its buckets. */
export interface TimeWindow {
  /** ISO 8601 time. */
  readonly since: string;
  /** ISO 8601 time. */
  readonly before: string;
  readonly spans: number;
}

const spans = 48;

/** How often the time window is calculated, in milliseconds. */
export const windowStep = 15_000;

/**
 * Returns the time window of a URL. It advances one bucket at a time, so that results can be cached in between.
 *
 * @param now - Unix time in milliseconds
 */
export function timeWindowOf(
  { range = defaultRange, since, before }: DeliveriesSearch,
  now: number,
): TimeWindow {
  if (since !== undefined && before !== undefined) return { since, before, spans };
  const { milliseconds } = ranges[range];
  const bucket = milliseconds / spans;
  // Rounds like `useNow`, so that the requests of the first script have the same window.
  const rounded = Math.ceil(now / windowStep) * windowStep;
  const end = (Math.floor(rounded / bucket) + 1) * bucket;
  return {
    since: new Date(end - milliseconds).toISOString(),
    before: new Date(end).toISOString(),
    spans,
  };
}

/** Returns the queries of the list and the chart. */
export function deliveryQueries(
  { status, type, endpoint, code, text, order }: DeliveriesSearch,
  { since, before, spans: buckets }: TimeWindow,
  organization: string | undefined,
) {
  const filter = { organization, eventType: type, endpointId: endpoint, responseStatus: code };
  return {
    filter,
    list: { ...filter, status, text, createdSince: since, createdBefore: before, order },
    counts: { ...filter, since, before, spans: buckets },
  } as const;
}
