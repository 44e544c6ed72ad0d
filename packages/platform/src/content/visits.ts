import type { Visitor } from "@plugboard/api";
import { appendEvent } from "../events/append-event.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { shareTransactions } from "../database/share-transactions.ts";

/** Where a visitor is: the page shown and the one they came from. */
export interface Visit {
  readonly siteId: string;
  readonly spaceId: string;
  readonly pageId: string;
  readonly visitor: Visitor;
  readonly url: string;
  readonly referrer: string;
}

/** Writes down what visitors do. There may be thousands a second, so those who come at the same time share a commit. */
export interface VisitRecorder {
  /** Emits `site_view` and `space_view` for a page that a visitor opened. */
  readonly recordView: (visit: Visit) => Promise<void>;
  /** Emits `page_feedback` for what a visitor said of a page. */
  readonly recordFeedback: (
    visit: Visit,
    feedback: { readonly rating: string; readonly comment: string },
  ) => Promise<void>;
}

/** Creates the recorder of a platform's visits. */
export function createVisitRecorder({ db, now, onEvent }: PlatformContext): VisitRecorder {
  const share = shareTransactions(db);
  return {
    recordView: async ({ siteId, spaceId, pageId, visitor, url, referrer }) => {
      const time = now();
      await share(async (transaction) => {
        const siteView = { siteId, visitor, url, referrer };
        await appendEvent(transaction, { type: "site_view", fields: siteView, siteId }, time);
        const spaceView = { spaceId, pageId, visitor, url, referrer };
        await appendEvent(transaction, { type: "space_view", fields: spaceView, spaceId }, time);
      });
      onEvent();
    },
    recordFeedback: async (visit, feedback) => {
      const time = now();
      const { siteId } = visit;
      await share((transaction) =>
        appendEvent(transaction, { type: "page_feedback", fields: { ...visit, feedback }, siteId }, time),
      );
      onEvent();
    },
  };
}
