import { ApiError } from "@plugboard/api/client";
import type { PageContent } from "@plugboard/content/types";
import { getRevisionPage } from "@plugboard/content/routes";
import { api } from "../../data/platform-api.ts";
import type { SharedSession } from "./create-shared-session.ts";

/** Merges a page that was published without the shared draft. */
export async function mergeRevision(
  session: SharedSession,
  spaceId: string,
  content: PageContent,
): Promise<void> {
  const { pageId, ...page } = content;
  const params = { spaceId, pageId, revisionId: session.revisionId() };
  const base = await api.call(getRevisionPage, { params }).catch((error: unknown) => {
    // Old revisions may have no recorded pages; all lines are then kept.
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  });
  await session.merge(page, base);
}
