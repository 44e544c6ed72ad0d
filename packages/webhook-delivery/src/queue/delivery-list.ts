import { DeliveryError } from "../errors/delivery-error.ts";
import type { DeliveryQuery, DeliveryState, SortedOrder } from "../model/delivery.ts";
import { parsePageRequest } from "./page.ts";

/**
 * Deliveries are stored in three parts with separate indexes, so listing one part never reads the others.
 * Lists show the newest events first and, within an event, the most recently created endpoint, or the reverse.
 */
export type ListPart = "open" | "delivered" | "failed";

/** A list to read: rows of these parts whose event and endpoint come after the position, in the list's order. */
export interface DeliveryList {
  readonly limit: number;
  readonly isOldestFirst: boolean;
  readonly event: number;
  readonly endpoint: number;
  readonly parts: readonly ListPart[];
  /** Only these states within the open part. Defaults to all. */
  readonly openStates?: readonly DeliveryState[] | undefined;
}

/**
 * Returns whether a delivery with this status can be in the delivered part. If not, that part need not be
 * read.
 */
export function mayBeDelivered(lastStatus: number | undefined): boolean {
  return lastStatus === undefined || (lastStatus >= 200 && lastStatus < 300);
}

const maxBoundaries = 200;

/** More endpoints than any tenant has, so that counts cover all of them. */
export const maxCountedEndpoints = 1_000_000_000;

/** The maximum failures of an endpoint that are grouped. */
export const maxGroupedFailures = 10_000;

/** The maximum groups of failures returned. */
export const maxFailureGroups = 100;

/** Validates the boundaries of time spans. Throws `DeliveryError` (`invalid_query`). */
export function checkBoundaries(boundaries: readonly number[]): void {
  const isRising = boundaries.every((time, index) => index === 0 || time > (boundaries[index - 1] ?? 0));
  if (isRising && boundaries.length >= 2 && boundaries.length <= maxBoundaries) return;
  throw new DeliveryError(
    "invalid_query",
    `boundaries has ${boundaries.length} times; it must have 2 to ${maxBoundaries}, each after the one before`,
  );
}

const openStates: readonly DeliveryState[] = ["scheduled", "waiting", "sending"];

/** The maximum number of events whose bodies a page searches. */
export const maxSearchedEvents = 10_000;

/** Larger than any endpoint, with as many digits as a cursor can have. */
const afterEndpoints = 999_999_999_999_999;

/** Returns the cursor of a page without further rows, which continues the search after an event. */
export function cursorAfter(event: number, { isOldestFirst }: Pick<DeliveryList, "isOldestFirst">): string {
  return `${event}-${isOldestFirst ? afterEndpoints : 0}`;
}

/** Converts a query to a list. Throws `DeliveryError` (`invalid_query`). */
export function toDeliveryList(query: DeliveryQuery): DeliveryList {
  const { limit, after } = parsePageRequest(query);
  const { states = [...openStates, "delivered", "failed"] } = query;
  const open = openStates.filter((state) => states.includes(state));
  const parts: Readonly<Record<ListPart, boolean>> = {
    open: open.length > 0,
    delivered: states.includes("delivered") && mayBeDelivered(query.lastStatus),
    failed: states.includes("failed"),
  };
  const isOldestFirst = query.order === "oldest";
  const start = isOldestFirst ? 0 : Number.MAX_SAFE_INTEGER;
  const [event = start, endpoint = start] = after;
  return {
    limit,
    isOldestFirst,
    event,
    endpoint,
    parts: (["open", "delivered", "failed"] as const).filter((part) => parts[part]),
    openStates: open.length < openStates.length ? open : undefined,
  };
}

/** A list in the order of a column: rows after the position, in the list's order. */
export interface SortedList {
  readonly column: "due_at" | "attempts";
  /** The comparison of later rows with a position. */
  readonly after: ">" | "<";
  readonly sort: "ASC" | "DESC";
  readonly limit: number;
  readonly value: number;
  readonly seq: number;
}

const sortedOrders = {
  next_attempt: { column: "due_at", after: ">", sort: "ASC", start: 0 },
  attempts: { column: "attempts", after: "<", sort: "DESC", start: 999_999_999_999_999 },
} as const;

/** Returns whether a query lists deliveries in the order of a column. */
export function isSorted(query: DeliveryQuery): query is DeliveryQuery & { readonly order: SortedOrder } {
  return query.order === "next_attempt" || query.order === "attempts";
}

/** Converts a query to a list in the order of a column. Throws `DeliveryError` (`invalid_query`). */
export function toSortedList(query: DeliveryQuery, order: SortedOrder): SortedList {
  if (query.bodyText !== undefined)
    throw new DeliveryError(
      "invalid_query",
      `order is ${order}; a search for text can only list the newest or oldest events first`,
    );
  const { start, ...sorted } = sortedOrders[order];
  const { limit, after } = parsePageRequest(query);
  const [value = start, seq = start] = after;
  return { ...sorted, limit, value, seq };
}
