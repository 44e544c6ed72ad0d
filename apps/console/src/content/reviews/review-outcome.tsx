import type { DraftReview } from "@plugboard/content/types";
import type { ReactNode } from "react";
import { TimeAgo } from "../../ui/time.tsx";
import { nameOfAuthor } from "../common/name-of-author.ts";

interface ReviewOutcomeProps {
  readonly decision: DraftReview["decision"];
}

/** The decision of a reviewer, with its comment. Nothing before there is one. */
export function ReviewOutcome({ decision }: ReviewOutcomeProps): ReactNode {
  if (decision === undefined) return null;
  const { reviewer, outcome, decidedAt, comment } = decision;
  return (
    <>
      <p>
        <strong>{nameOfAuthor(reviewer)}</strong>{" "}
        {outcome === "approved" ? "approved it" : "asked for changes"} <TimeAgo time={decidedAt} />.
      </p>
      {comment !== undefined && <blockquote dir="auto">{comment}</blockquote>}
    </>
  );
}
