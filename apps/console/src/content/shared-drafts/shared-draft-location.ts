import type { SharedDraftPlace } from "../drafts/kept-drafts.ts";

/** Returns the path and query of a shared draft's requests. */
export function locationOf({ spaceId, pageId, changeRequest }: SharedDraftPlace) {
  return { params: { spaceId, pageId }, query: { changeRequest } };
}
