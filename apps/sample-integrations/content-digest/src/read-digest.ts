import type { ApiClient } from "@plugboard/api/client";
import type { PageResource } from "@plugboard/content/types";
import { listPages } from "@plugboard/content/routes";

/** Returns the space's pages, most recently changed first. */
export async function readDigest(api: ApiClient, spaceId: string): Promise<PageResource[]> {
  const pages: PageResource[] = [];
  for await (const page of api.list(listPages, { params: { spaceId } })) pages.push(page);
  return pages.toSorted((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt));
}
