import type { ChangeRequest } from "@plugboard/content/types";
import { stateOfReview } from "../reviews/draft-review.ts";

/** Returns the state of a change request in a few words. */
export function stateOfChangeRequest({ status, review }: ChangeRequest): string {
  if (status === "merged") return "published";
  if (status === "closed") return "closed";
  return review === undefined ? "draft" : stateOfReview(review);
}
