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

// Anybody may visit, and each event is kept for months: together these stay below 8 KB. Bytes are those of the stored JSON.
const maxUserAgentBytes = 512;
const maxUrlBytes = 2048;
const maxCookies = 20;
const maxCookieBytes = 256;
const maxCookiesBytes = 3072;
const maxCommentBytes = 20_000;

/**
 * Writes down what visitors do. There may be thousands a second, so those who come at the same time share a commit. What a
 * visitor sends is cut to 512 bytes of user agent, 2,048 each of URL and referrer, 20 cookies of 256 bytes (3,072 in all),
 * and 20,000 bytes of comment.
 */
export interface VisitRecorder {
  /** Emits `site_view` and `space_view` for a page that a visitor opened. */
  readonly recordView: (visit: Visit) => Promise<void>;
  /** Emits `page_feedback` for what a visitor said of a page. */
  readonly recordFeedback: (
    visit: Visit,
    feedback: { readonly rating: string; readonly comment: string },
  ) => Promise<void>;
}

/**
 * Creates the recorder of a platform's visits.
 *
 * @example
 * import { createVisitRecorder, type Platform, type Visit } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * declare const visit: Visit;
 * const recorder = createVisitRecorder(platform);
 * await recorder.recordView(visit);
 */
export function createVisitRecorder({ db, now, onEvent }: PlatformContext): VisitRecorder {
  const share = shareTransactions(db);
  return {
    recordView: async (visit) => {
      const { siteId, spaceId, pageId, visitor, url, referrer } = bound(visit);
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
      const comment = cut(feedback.comment, maxCommentBytes);
      const fields = { ...bound(visit), feedback: { ...feedback, comment } };
      await share((transaction) => appendEvent(transaction, { type: "page_feedback", fields, siteId }, time));
      onEvent();
    },
  };
}

function bound(visit: Visit): Visit {
  const { visitor } = visit;
  return {
    ...visit,
    url: cut(visit.url, maxUrlBytes),
    referrer: cut(visit.referrer, maxUrlBytes),
    visitor: {
      ...visitor,
      userAgent: cut(visitor.userAgent, maxUserAgentBytes),
      cookies: boundCookies(visitor.cookies),
    },
  };
}

// A cookie that was cut would be another value, so those that are too long are left out whole.
function boundCookies(cookies: Visitor["cookies"]): Visitor["cookies"] {
  const kept: [string, string][] = [];
  let bytes = 0;
  for (const [name, value] of Object.entries(cookies)) {
    const size = jsonBytes(name) + jsonBytes(value);
    if (size > maxCookieBytes || bytes + size > maxCookiesBytes) continue;
    if (kept.length === maxCookies) break;
    kept.push([name, value]);
    bytes += size;
  }
  return Object.fromEntries(kept);
}

function cut(text: string, maxBytes: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += jsonBytes(character);
    if (bytes > maxBytes) return text.slice(0, end);
    end += character.length;
  }
  return text;
}

function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}
