import type { PageContent } from "@plugboard/content/types";
import { getSharedDraftChanges } from "@plugboard/content/routes";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { live } from "../../data/live.ts";
import { api } from "../../data/platform-api.ts";
import type { DraftTarget } from "../drafts/kept-drafts.ts";
import { hasKeptSharedDrafts, keptChangeRequestsOf } from "./kept-shared-drafts.ts";
import { locationOf } from "./shared-draft-location.ts";

/**
 * Returns whether a page has a shared draft, and keeps it up to date. Changes of this browser that no shared draft can take
 * become a private draft first.
 */
export function useSharedDraft(
  target: DraftTarget,
  content: PageContent | undefined,
  isEnabled: boolean,
): UseQueryResult<boolean> {
  return useQuery({
    queryKey: ["shared-draft", target],
    queryFn: async () => {
      const draftId = await readDraftId(target);
      await recover(target, content, draftId);
      for (const changeRequest of keptChangeRequestsOf(target)) {
        const other = { ...target, changeRequest };
        await recover(other, content, await readDraftId(other));
      }
      return draftId !== undefined;
    },
    enabled: isEnabled && content !== undefined,
    ...live("shared-drafts"),
  });
}

async function readDraftId(target: DraftTarget): Promise<string | undefined> {
  const { params, query } = locationOf(target);
  // Without its text, which can be long.
  const after = Number.MAX_SAFE_INTEGER;
  return (await api.call(getSharedDraftChanges, { params, query: { ...query, after } })).draft?.id;
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
