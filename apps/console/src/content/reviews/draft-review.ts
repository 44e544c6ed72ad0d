import type { DraftReview, DraftReviewSummary } from "@plugboard/content/types";
import { getDraftReview } from "@plugboard/content/routes";
import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { live } from "../../data/live.ts";
import { api } from "../../data/platform-api.ts";

interface ReviewedPage {
  readonly spaceId: string;
  readonly pageId: string;
}

/** Reads the review of a page's shared draft, and keeps it up to date. `null` if there is none. */
export function useDraftReview(params: ReviewedPage): UseQueryResult<DraftReview | null> {
  const queryKey = [getDraftReview.id, params];
  const read = useQueryClient().getQueryData<DraftReview | null>(queryKey);
  // The first change of the draft makes a review outdated. Later ones, such as each typed word, make no difference.
  const draft = read?.isCurrent === true ? (["shared-drafts"] as const) : [];
  return useQuery({
    queryKey,
    queryFn: async () => (await api.call(getDraftReview, { params })).review ?? null,
    ...live("content", ...draft),
  });
}

/** Returns the state of a review in a few words. */
export function stateOfReview({
  isCurrent,
  decision,
}: Pick<DraftReviewSummary, "isCurrent" | "decision">): string {
  if (decision?.outcome === "changes-requested") return "changes requested";
  if (!isCurrent) return "outdated";
  return decision === undefined ? "waiting" : "approved";
}
