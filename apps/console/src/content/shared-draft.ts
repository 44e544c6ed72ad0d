import type { PageContent } from "@plugboard/content/types";
import { getSharedDraftChanges } from "@plugboard/content/routes";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { live } from "../data/live.ts";
import { api } from "../data/platform-api.ts";
import type { DraftTarget } from "./kept-drafts.ts";
import { hasKeptSharedDrafts } from "./kept-shared-drafts.ts";

/**
 * Returns whether a page has a shared draft, and keeps it up to date. Changes of this browser that no shared draft can take
 * become a private draft first.
 */
export function useSharedDraft(
  target: DraftTarget,
  content: PageContent | undefined,
  isEnabled: boolean,
): UseQueryResult<boolean> {
  const { spaceId, pageId } = target;
  const params = { spaceId, pageId };
  return useQuery({
    queryKey: ["shared-draft", target],
    queryFn: async () => {
      // Without its text, which can be long.
      const query = { after: Number.MAX_SAFE_INTEGER };
      const { draft } = await api.call(getSharedDraftChanges, { params, query });
      await recover(target, content, draft?.id);
      return draft !== undefined;
    },
    enabled: isEnabled && content !== undefined,
    ...live("shared-drafts"),
  });
}

async function recover(
  target: DraftTarget,
  content: PageContent | undefined,
  draftId: string | undefined,
): Promise<void> {
  if (content === undefined || !hasKeptSharedDrafts(target)) return;
  const { recoverEndedDrafts } = await import("./recover-ended-drafts.ts");
  recoverEndedDrafts(target, content, draftId);
}
