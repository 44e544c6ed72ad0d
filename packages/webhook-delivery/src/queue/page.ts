import { DeliveryError } from "../errors/delivery-error.ts";
import type { Page } from "../model/delivery.ts";

/** A validated request for a page: at most `limit` rows beyond the position `after`. */
export interface PageRequest {
  readonly limit: number;
  readonly after: readonly number[];
}

/** Validates a query's `limit` and `cursor`. Throws `DeliveryError` (`invalid_query`). */
export function parsePageRequest(query: {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}): PageRequest {
  const { cursor, limit = 100 } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000) {
    throw new DeliveryError("invalid_query", `limit is ${limit}; it must be a whole number from 1 to 1000`);
  }
  if (cursor === undefined) return { limit, after: [] };
  if (!/^\d{1,15}(-\d{1,15})?$/.test(cursor)) {
    throw new DeliveryError(
      "invalid_query",
      `cursor is ${JSON.stringify(cursor)}; pass the cursor of the previous page`,
    );
  }
  return { limit, after: cursor.split("-").map(Number) };
}

/** Creates a page from rows that were read with a limit one above the page's. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  numbersOf: (row: Row) => readonly number[],
  itemOf: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const items = shown.map(itemOf);
  return last === undefined || rows.length <= limit
    ? { items }
    : { items, cursor: numbersOf(last).join("-") };
}
