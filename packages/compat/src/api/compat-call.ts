import type { ApiClient } from "@plugboard/api/client";

/** The API client of a call, with the token it was made with. */
export interface CompatApi extends ApiClient {
  readonly token: string | undefined;
}

/** One method of GitBook's client, with its arguments in order. */
export type CompatCall = (api: CompatApi, ...args: never[]) => Promise<unknown>;

/** Paging and filters of GitBook's lists. */
export interface ListQuery {
  readonly page?: string | undefined;
  readonly limit?: number | undefined;
  readonly externalId?: string | undefined;
}

/** Converts paging to this platform's. */
export function toQuery({ page: cursor, limit }: ListQuery = {}): {
  readonly cursor: string | undefined;
  readonly limit: number | undefined;
} {
  return { cursor, limit };
}

/** Converts a list of this platform to GitBook's form. */
export function toList<Item>({ items, next }: { items: readonly Item[]; next?: string | undefined }): {
  readonly items: readonly Item[];
  readonly next?: { readonly page: string };
} {
  return { items, ...(next !== undefined && { next: { page: next } }) };
}

/** Returns the items of all pages of a list. */
export async function readAll<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

/** The type of queued tasks. GitBook's tasks are plain objects without one. */
export const taskType = "compat";
