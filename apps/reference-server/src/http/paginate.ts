import { z } from "zod";
import { PlatformError } from "../platform/platform-error.ts";

const defaultLimit = 100;

/** Query of every list. */
export const pageQuerySchema = z.object({
  cursor: z.string().exactOptional(),
  limit: z.coerce.number().int().min(1).max(100).exactOptional(),
});

/** One page of a list as the HTTP API answers it. */
export interface ListAnswer<Item> {
  readonly items: readonly Item[];
  readonly next?: string;
}

export function listSchema<Item>(item: z.ZodType<Item>): z.ZodType<ListAnswer<Item>> {
  return z.object({ items: z.array(item).readonly(), next: z.string().exactOptional() });
}

/**
 * The part of a short list that a query asks for; the cursor is the id of the last item of the part before.
 *
 * @throws PlatformError `invalid_request` for a cursor that is not in the list
 */
export function paginate<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  query: { readonly cursor?: string; readonly limit?: number },
): ListAnswer<Item> {
  const before = query.cursor === undefined ? -1 : items.findIndex((item) => idOf(item) === query.cursor);
  if (query.cursor !== undefined && before === -1) {
    throw new PlatformError("invalid_request", "cursor: is not one that this list gave out.");
  }
  const part = items.slice(before + 1, before + 1 + (query.limit ?? defaultLimit));
  const last = part.at(-1);
  const more = last !== undefined && items.at(-1) !== last;
  return { items: part, ...(more && { next: idOf(last) }) };
}
