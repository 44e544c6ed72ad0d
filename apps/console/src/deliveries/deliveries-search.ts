import type { DeliveryResource } from "@plugboard/api/client";
import { readChoice, readText, readTime, type UnreadSearch } from "../data/search.ts";
import { useNow } from "../ui/use-now.ts";

const hourMilliseconds = 3_600_000;

/** How far back a list of deliveries goes. */
export const ranges = {
  "1h": { title: "Last hour", milliseconds: hourMilliseconds },
  "24h": { title: "Last 24 hours", milliseconds: 24 * hourMilliseconds },
  "7d": { title: "Last 7 days", milliseconds: 7 * 24 * hourMilliseconds },
  "30d": { title: "Last 30 days", milliseconds: 30 * 24 * hourMilliseconds },
} as const;

/** A name of a range. */
export type Range = keyof typeof ranges;

// The order of the table above is the order in which they are offered.
/** The names of the ranges. */
export const rangeNames = Object.keys(ranges) as readonly Range[];

/** The states of a delivery. */
export const statuses = ["delivered", "failed", "scheduled", "waiting", "sending"] as const;

/** What the address says about the list of deliveries. */
export interface DeliveriesSearch {
  readonly status?: DeliveryResource["status"] | undefined;
  readonly type?: string | undefined;
  /** Id of a webhook endpoint, or of an installation for its integration. */
  readonly endpoint?: string | undefined;
  /** Status of the last response. */
  readonly code?: number | undefined;
  readonly event?: string | undefined;
  /** What the payload contains. */
  readonly text?: string | undefined;
  readonly range?: Range | undefined;
  /** ISO 8601 time; with `before`, in place of a range. */
  readonly since?: string | undefined;
  readonly before?: string | undefined;
  /** Id of the delivery that is open. */
  readonly delivery?: string | undefined;
}

/** Reads what an address says about the list of deliveries. */
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
    delivery: readText(search["delivery"]),
  };
}

/** A span of time, and the spans it is counted in. */
export interface TimeWindow {
  /** ISO 8601 time. */
  readonly since: string;
  /** ISO 8601 time. */
  readonly before: string;
  readonly spans: number;
}

const spans = 48;

/** The time that an address asks for. It moves on by a whole span at a time, so that what is read can be kept meanwhile. */
export function useTimeWindow({ range = "24h", since, before }: DeliveriesSearch): TimeWindow {
  const now = useNow(15_000);
  if (since !== undefined && before !== undefined) return { since, before, spans };
  const { milliseconds } = ranges[range];
  const step = milliseconds / spans;
  const end = (Math.floor(now / step) + 1) * step;
  return {
    since: new Date(end - milliseconds).toISOString(),
    before: new Date(end).toISOString(),
    spans,
  };
}
