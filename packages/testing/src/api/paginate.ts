import type { Page } from "@plugboard/api/client";

const defaultLimit = 50;
const maxLimit = 100;

/** The page of a list that a query asks for. */
export function paginate<Item>(items: readonly Item[], query: URLSearchParams): Page<Item> {
  const from = Number(query.get("cursor") ?? 0);
  const limit = Math.min(Number(query.get("limit") ?? defaultLimit), maxLimit);
  const end = from + limit;
  return { items: items.slice(from, end), ...(end < items.length && { next: String(end) }) };
}
