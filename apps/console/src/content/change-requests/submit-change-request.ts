import type { ChangeRequest, ChangeRequestText } from "@plugboard/content/types";
import { getPageContent, publishChangeRequest, requestChangeRequestReview } from "@plugboard/content/routes";
import { api } from "../../data/platform-api.ts";
import { createSharedSession } from "../shared-drafts/create-shared-session.ts";
import { keepSource } from "../editor/keep-source.ts";
import { mergeRevision } from "../shared-drafts/merge-revision.ts";
import { createSharedServer, openSharedDraft } from "../shared-drafts/shared-server.ts";
import { textOf } from "../shared-drafts/shared-text.ts";

/** Merges pages published since their drafts were started, and sends a change request for review. */
export async function sendForReview(changeRequest: ChangeRequest): Promise<ChangeRequest> {
  const { pages } = await readTexts(changeRequest);
  return await submit(changeRequest, pages);
}

/**
 * Publishes a change request. If its newest texts weren't reviewed, they are sent for review first, which is enough in spaces
 * that don't require an approval.
 *
 * @throws Error if pages had to be merged, so that someone looks at the result first
 */
export async function publishTogether(changeRequest: ChangeRequest): Promise<ChangeRequest> {
  let { review } = changeRequest;
  if (review?.isCurrent !== true) {
    const { pages, merged } = await readTexts(changeRequest);
    if (merged.length > 0)
      throw new Error(
        `Published changes were merged into ${merged.join(", ")}. Check the changes, then publish again.`,
      );
    ({ review } = await submit(changeRequest, pages));
  }
  const { spaceId, id: changeRequestId } = changeRequest;
  const body = { reviewId: review?.id ?? "" };
  return await api.call(publishChangeRequest, { params: { spaceId, changeRequestId }, body });
}

async function submit(
  { spaceId, id: changeRequestId }: ChangeRequest,
  pages: readonly ChangeRequestText[],
): Promise<ChangeRequest> {
  const params = { spaceId, changeRequestId };
  return await api.call(requestChangeRequestReview, { params, body: { pages } });
}

interface Texts {
  readonly pages: readonly ChangeRequestText[];
  /** The titles of pages into which changes that were published meanwhile were merged. */
  readonly merged: readonly string[];
}

async function readTexts({ spaceId, id: changeRequest, pages }: ChangeRequest): Promise<Texts> {
  const texts: ChangeRequestText[] = [];
  const merged: string[] = [];
  for (const { pageId, title: shown, state } of pages) {
    if (state === "deleted")
      throw new Error(`${shown} was deleted. Restore it from the history, or remove it here.`);
    const place = { spaceId, pageId, changeRequest };
    const opened = await openSharedDraft(place);
    if (opened === undefined)
      throw new Error(`The draft of ${shown} has ended. Reload to see its change request.`);
    const session = createSharedSession(opened, createSharedServer(place));
    const content = await api.call(getPageContent, { params: { spaceId, pageId } });
    if (content.revisionId !== session.revisionId()) {
      merged.push(shown);
      await mergeRevision(session, spaceId, content);
    }
    // The list of changes shows the saved text.
    await session.save();
    const { title, markdown } = textOf(session.doc);
    const { draftId, sequence } = session;
    const printed = keepSource(content.markdown)(markdown);
    texts.push({ pageId, draftId, sequence: sequence(), title, markdown: printed });
  }
  return { pages: texts, merged };
}
