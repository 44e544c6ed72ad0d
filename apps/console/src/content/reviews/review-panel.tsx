import type { DraftReview, PageContent } from "@plugboard/content/types";
import { cancelDraftReview, decideDraftReview } from "@plugboard/content/routes";
import { createTwoFilesPatch } from "diff";
import { type ReactNode, useState } from "react";
import { api } from "../../data/platform-api.ts";
import { useChange } from "../../data/queries.ts";
import { Button } from "../../ui/button.tsx";
import { DiffView } from "../../ui/diff-view.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TimeAgo } from "../../ui/time.tsx";
import { stateOfReview } from "./draft-review.ts";
import { nameOfAuthor } from "../common/name-of-author.ts";
import { ReviewDecisionForm } from "./review-decision-form.tsx";
import { ReviewOutcome } from "./review-outcome.tsx";

interface ReviewPanelProps {
  readonly spaceId: string;
  readonly content: PageContent;
  readonly review: DraftReview;
  /** Whether the user may decide, unless they are one of the draft's authors. */
  readonly canEdit: boolean;
}

/** The review of a page's shared draft: its state, its changes, and the decision. */
export function ReviewPanel({ spaceId, content, review, canEdit }: ReviewPanelProps): ReactNode {
  const { pageId, requestedBy, requestedAt, decision, isCurrent } = review;
  const params = { spaceId, pageId };
  const [comment, setComment] = useState("");
  const cancel = useChange(() => api.call(cancelDraftReview, { params }));
  return (
    <aside className="panel comments" aria-label="Review">
      <header className="row">
        <h2>Review</h2>
        <StatusBadge status={stateOfReview(review)} />
      </header>
      <p>
        <strong>{nameOfAuthor(requestedBy)}</strong> sent the shared draft for review{" "}
        <TimeAgo time={requestedAt} />.
      </p>
      <ReviewOutcome decision={decision} />
      {!isCurrent && (
        <p className="hint">The draft or the page has changed since. Send it for review again.</p>
      )}
      <details>
        <summary>Changes</summary>
        {review.title !== content.title && (
          <p>
            Title: <span dir="auto">{review.title}</span>
          </p>
        )}
        <DiffView patch={createTwoFilesPatch("page", "page", content.markdown, review.markdown)} />
      </details>
      {canEdit && isCurrent && !review.isAuthor && decision?.outcome !== "approved" && (
        <ReviewDecisionForm
          comment={comment}
          onComment={setComment}
          decide={(decision) =>
            api.call(decideDraftReview, { params, body: { reviewId: review.id, ...decision } })
          }
        />
      )}
      {canEdit && isCurrent && review.isAuthor && decision === undefined && (
        <p className="hint">You worked on this draft, so another person must approve it.</p>
      )}
      <ErrorMessage error={cancel.error} />
      {canEdit && (
        <Button variant="quiet" busy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
          Cancel review
        </Button>
      )}
    </aside>
  );
}
