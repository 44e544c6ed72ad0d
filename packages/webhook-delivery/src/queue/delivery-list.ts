import { DeliveryError } from "../errors/delivery-error.ts";
import type { DeliveryQuery, DeliveryState } from "../model/delivery.ts";
import { parsePageRequest } from "./page.ts";

/**
 * Deliveries are kept in three parts, each with indexes of its own, so that a list of one part never reads the others. A list
 * shows the newest events first, and of one event the endpoint that was created last.
 */
export type ListPart = "open" | "delivered" | "failed";

/** A list to read: rows with an event and endpoint before these, of these parts. */
export interface DeliveryList {
  readonly limit: number;
  readonly beforeEvent: number;
  readonly beforeEndpoint: number;
  readonly parts: readonly ListPart[];
  /** Within the open part, only these states. Absent: all of them. */
  readonly openStates?: readonly DeliveryState[] | undefined;
}

/** Whether a delivery with this status may be delivered: those that are not need not be read to find the others. */
export function mayBeDelivered(lastStatus: number | undefined): boolean {
  return lastStatus === undefined || (lastStatus >= 200 && lastStatus < 300);
}

const maxBoundaries = 200;

/** More than tenants have: counts are never over more than what was asked for. */
export const maxCountedEndpoints = 1_000_000_000;

/** Checks where spans begin. Throws `DeliveryError` (`invalid_query`). */
export function checkBoundaries(boundaries: readonly number[]): void {
  const isRising = boundaries.every((time, index) => index === 0 || time > (boundaries[index - 1] ?? 0));
  if (isRising && boundaries.length >= 2 && boundaries.length <= maxBoundaries) return;
  throw new DeliveryError(
    "invalid_query",
    `boundaries has ${boundaries.length} times; it must have 2 to ${maxBoundaries}, each after the one before`,
  );
}

const openStates: readonly DeliveryState[] = ["scheduled", "waiting", "sending"];

/** How many events a page looks through for a text. */
export const maxSearchedEvents = 10_000;

/** What a query asks for. Throws `DeliveryError` (`invalid_query`). */
export function toDeliveryList(query: DeliveryQuery): DeliveryList {
  const { limit, after } = parsePageRequest(query);
  const { states = [...openStates, "delivered", "failed"] } = query;
  const open = openStates.filter((state) => states.includes(state));
  const parts: Readonly<Record<ListPart, boolean>> = {
    open: open.length > 0,
    delivered: states.includes("delivered") && mayBeDelivered(query.lastStatus),
    failed: states.includes("failed"),
  };
  const [beforeEvent = Number.MAX_SAFE_INTEGER, beforeEndpoint = Number.MAX_SAFE_INTEGER] = after;
  return {
    limit,
    beforeEvent,
    beforeEndpoint,
    parts: (["open", "delivered", "failed"] as const).filter((part) => parts[part]),
    openStates: open.length < openStates.length ? open : undefined,
  };
}
