import type { ApiClient } from "@plugboard/api/client";

/** One call of GitBook's client: its arguments in order, as its callers give them. */
export type CompatCall = (api: ApiClient, ...args: never[]) => Promise<unknown>;

/** How their lists are paged and filtered. */
export interface ListQuery {
  readonly page?: string | undefined;
  readonly limit?: number | undefined;
  readonly externalId?: string | undefined;
}

/** The same in a list of this platform. */
export function toQuery({ page: cursor, limit }: ListQuery = {}): {
  readonly cursor: string | undefined;
  readonly limit: number | undefined;
} {
  return { cursor, limit };
}

/** A list as theirs are. */
export function toList<Item>({ items, next }: { items: readonly Item[]; next?: string | undefined }): {
  readonly items: readonly Item[];
  readonly next?: { readonly page: string };
} {
  return { items, ...(next !== undefined && { next: { page: next } }) };
}

/** Everything in all pages of a list. */
export async function readAll<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

/** The type under which tasks are queued: GitBook's are any object, and need none. */
export const taskType = "compat";
