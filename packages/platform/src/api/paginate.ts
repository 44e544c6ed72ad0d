import * as z from "zod";

const maximumLimit = 100;

/** Query of every list. */
export const pageQuerySchema: z.ZodObject<{
  cursor: z.ZodExactOptional<z.ZodString>;
  limit: z.ZodExactOptional<z.ZodCoercedNumber>;
}> = z.object({
  cursor: z.string().min(1).max(200).exactOptional(),
  limit: z.coerce.number().int().min(1).max(maximumLimit).exactOptional(),
});

/** A checked query of a list. */
export type PageQuery = z.infer<typeof pageQuerySchema>;

/** One page of a list as the HTTP API answers it. */
export interface ListResponse<Item> {
  readonly items: readonly Item[];
  readonly next?: string;
}

export function listSchema<Item>(item: z.ZodType<Item>): z.ZodType<ListResponse<Item>> {
  return z.object({ items: z.array(item).readonly(), next: z.string().exactOptional() });
}

/** How many items a query asks for. */
export function limitOf({ limit = maximumLimit }: PageQuery): number {
  return limit;
}

/** A page of items that were read in the order of their keys, from the cursor on, and one more than the limit. */
export function cutPage<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  query: PageQuery,
): ListResponse<Item> {
  const part = items.slice(0, limitOf(query));
  const last = part.at(-1);
  return { items: part, ...(items.length > part.length && last !== undefined && { next: keyOf(last) }) };
}

/**
 * A page of a short list. The cursor is the key of the last item before it, so that a list that changes meanwhile neither
 * shows an item twice nor loses one.
 */
export function paginate<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  query: PageQuery,
): ListResponse<Item> {
  const { cursor = "" } = query;
  const keyed = items.map((item) => ({ item, key: keyOf(item) })).filter(({ key }) => key > cursor);
  const sorted = keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return cutPage(
    sorted.map(({ item }) => item),
    keyOf,
    query,
  );
}
