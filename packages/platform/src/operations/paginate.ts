import type { PageQuery } from "@plugboard/api/client";
import { limits, type Page } from "@plugboard/api/contract";
import type { Keyset } from "../common/keyset.ts";

/**
 * Returns the requested number of items.
 *
 * @example
 * import { limitOf } from "@plugboard/platform/product";
 *
 * console.log(limitOf({ limit: 10 })); // 10
 */
export function limitOf({ limit = limits.pageItems }: PageQuery): number {
  return limit;
}

/**
 * Returns the part of a list to read for {@link cutPage}, with one extra item to detect a next page.
 *
 * @example
 * import { keysetOf } from "@plugboard/platform";
 *
 * console.log(keysetOf({ cursor: "prj_1", limit: 50 })); // { after: 'prj_1', limit: 51 }
 */
export function keysetOf(query: PageQuery): Keyset {
  return { after: query.cursor, limit: limitOf(query) + 1 };
}

/**
 * Creates a page from items that were read in key order from the cursor, one more than the limit.
 *
 * @example
 * import { cutPage } from "@plugboard/platform";
 *
 * const rows = [{ id: "prj_1" }, { id: "prj_2" }];
 * console.log(cutPage(rows, ({ id }) => id, { limit: 1 })); // { items: [ { id: 'prj_1' } ], next: 'prj_1' }
 */
export function cutPage<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  query: PageQuery,
): Page<Item> {
  const part = items.slice(0, limitOf(query));
  const last = part.at(-1);
  return { items: part, next: items.length > part.length && last !== undefined ? keyOf(last) : undefined };
}

/**
 * Creates a page of a short list. The cursor is the key of the last item, so that concurrent changes neither
 * repeat nor skip items.
 *
 * @example
 * import { paginate } from "@plugboard/platform/product";
 *
 * console.log(paginate(["b", "a"], (item) => item, { limit: 1 })); // { items: [ 'a' ], next: 'a' }
 */
export function paginate<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  query: PageQuery,
): Page<Item> {
  const { cursor = "" } = query;
  const keyed = items.map((item) => ({ item, key: keyOf(item) })).filter(({ key }) => key > cursor);
  const sorted = keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return cutPage(
    sorted.map(({ item }) => item),
    keyOf,
    query,
  );
}

/**
 * Returns a key that sorts like the number.
 *
 * @example
 * import { numberKey } from "@plugboard/platform/product";
 *
 * console.log(numberKey(7)); // 0000000000000007
 */
export function numberKey(value: number): string {
  return String(value).padStart(16, "0");
}

/**
 * Converts the items of a page.
 *
 * @example
 * import { showPage } from "@plugboard/platform/product";
 *
 * console.log(await showPage({ items: [1], next: undefined }, String));
 */
export async function showPage<Item, Shown>(
  { items, next }: Page<Item>,
  show: (item: Item) => Shown | Promise<Shown>,
): Promise<Page<Shown>> {
  return { items: await Promise.all(items.map(show)), next };
}
