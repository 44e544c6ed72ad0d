import type { Visitor } from "@plugboard/api";
import { appendEvent } from "./append-event.ts";
import type { PlatformContext } from "./platform-context.ts";

/** Where a visitor is: the page shown and the one they came from. */
export interface Visit {
  readonly siteId: string;
  readonly spaceId: string;
  readonly pageId: string;
  readonly visitor: Visitor;
  readonly url: string;
  readonly referrer: string;
}

/** Emits `site_view` and `space_view` for a page that a visitor opened. */
export async function recordView(context: PlatformContext, visit: Visit): Promise<void> {
  const now = context.now();
  const { siteId, spaceId, pageId, visitor, url, referrer } = visit;
  await context.db.transaction().execute(async (transaction) => {
    await appendEvent(
      transaction,
      { type: "site_view", fields: { siteId, visitor, url, referrer }, siteId },
      now,
    );
    const fields = { spaceId, pageId, visitor, url, referrer };
    await appendEvent(transaction, { type: "space_view", fields, spaceId }, now);
  });
  context.onEvent();
}

/** Emits `page_feedback` for what a visitor said of a page. */
export async function recordFeedback(
  context: PlatformContext,
  visit: Visit,
  feedback: { readonly rating: string; readonly comment: string },
): Promise<void> {
  await context.db
    .transaction()
    .execute((transaction) =>
      appendEvent(
        transaction,
        { type: "page_feedback", fields: { ...visit, feedback }, siteId: visit.siteId },
        context.now(),
      ),
    );
  context.onEvent();
}
