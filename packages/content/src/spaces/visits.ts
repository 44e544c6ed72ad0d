import { randomInt } from "node:crypto";
import { metrics } from "@opentelemetry/api";
import ipaddr from "ipaddr.js";
import {
  PlatformError,
  type PlatformContext,
  createMemoryRateLimiter,
  type RateLimiter,
  type RateLimitPolicy,
  spendQuota,
} from "@plugboard/platform";
import { toEventInsert } from "@plugboard/platform/product";
import { aboutSite, aboutSpace } from "../events/about.ts";
import type { Visitor } from "../events/content-event.ts";
import { newContentEvent } from "../events/new-content-event.ts";
import { tablesOf } from "../database/tables-of.ts";
import { createVisitQuota } from "./visit-quota.ts";
import { createVisitWriter } from "./visit-writer.ts";
import { maxCounter } from "./page-views.ts";

/** A page view: the visited page and its referrer. */
export interface Visit {
  readonly siteId: string;
  readonly spaceId: string;
  readonly pageId: string;
  readonly visitor: Visitor;
  readonly url: string;
  readonly referrer: string;
}

// Anyone can visit a site, and events are kept for months. Together, these limits keep an event below 8 KB,
// measured as stored JSON.
const maxUserAgentBytes = 512;
const maxUrlBytes = 2048;
const maxCookies = 20;
const maxCookieBytes = 256;
const maxCookiesBytes = 3072;
const maxCommentBytes = 20_000;

/** Limits on recorded visits, per process. */
export interface VisitRecorderOptions {
  /** Views and ratings per minute from one address, or one IPv6 network (/64). Defaults to 300. */
  readonly maxPerAddress?: number | undefined;
  /** Views and ratings per minute of one site. Defaults to 6000. */
  readonly maxPerSite?: number | undefined;
  /**
   * Called with the error when a view is dropped. Dropped views are also counted in
   * `plugboard.visits.dropped`.
   */
  readonly onDropped?: ((refusal: PlatformError) => void) | undefined;
}

const windowSeconds = 60;
/** `site_view` and `space_view`. */
const eventsOfView = 2;

/**
 * Records visits. There can be thousands a second, so concurrent visits share a commit. Visitor data is cut
 * to 512 bytes of user agent, 2,048 each of URL and referrer, 20 cookies of 256 bytes (3,072 in all), and
 * 20,000 bytes of comment.
 */
export interface VisitRecorder {
  /**
   * Counts a page view, and emits `site_view` and `space_view`, unless a limit is exceeded. If the
   * organization's event quota is exhausted, the view is counted without events.
   */
  readonly recordView: (visit: Visit) => Promise<void>;
  /** Emits `page_feedback`. @throws PlatformError `rate_limited` */
  readonly recordFeedback: (
    visit: Visit,
    feedback: { readonly rating: string; readonly comment: string },
  ) => Promise<void>;
}

/**
 * Creates the recorder of a platform's visits.
 *
 * @example
 * import { createVisitRecorder, type Visit } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * declare const visit: Visit;
 * const recorder = createVisitRecorder(platform);
 * await recorder.recordView(visit);
 */
export function createVisitRecorder(
  context: PlatformContext & { readonly rateLimiter: RateLimiter },
  { maxPerAddress = 300, maxPerSite = 6000, onDropped = () => {} }: VisitRecorderOptions = {},
): VisitRecorder {
  const { db, now, rateLimiter, usage } = context;
  const write = createVisitWriter(context);
  const counter = randomInt(maxCounter);
  // In memory for every database: rejecting a flood must be cheaper than recording it.
  const limiter = createMemoryRateLimiter(now);
  const perAddress: RateLimitPolicy = { name: "visits-of-address", quota: maxPerAddress, windowSeconds };
  const perSite: RateLimitPolicy = { name: "visits-of-site", quota: maxPerSite, windowSeconds };
  const dropped = metrics.getMeter("@plugboard/platform").createCounter("plugboard.visits.dropped", {
    description: "Visits dropped by the rate limit",
  });
  const eventsDropped = metrics
    .getMeter("@plugboard/platform")
    .createCounter("plugboard.visits.events.dropped", {
      description: "Visit events skipped because the quota of the organization is exhausted",
    });
  const takeEvents = createVisitQuota(tablesOf(db), rateLimiter, now);
  const admit = async ({ siteId, visitor: { ip } }: Visit): Promise<void> => {
    try {
      await spendQuota(limiter, perAddress, { key: networkOf(ip), what: `visits from ${ip}` });
      await spendQuota(limiter, perSite, { key: siteId, what: `visits of site ${siteId}` });
    } catch (error) {
      if (error instanceof PlatformError) dropped.add(1, { limit: error.rateLimit?.name });
      throw error;
    }
  };
  return {
    recordView: async (visit) => {
      try {
        await admit(visit);
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        return onDropped(error);
      }
      const { siteId, spaceId, pageId, visitor, url, referrer } = bound(visit);
      const time = now();
      const { organizationId, isGranted: isEmitted } = await takeEvents(siteId, eventsOfView);
      usage.add(organizationId, "visits", 1);
      if (!isEmitted) eventsDropped.add(eventsOfView);
      const siteView = { siteId, visitor, url, referrer };
      const subjectId = visitor.anonymousId;
      const spaceView = { spaceId, pageId, visitor, url, referrer };
      const events = [
        toEventInsert(
          newContentEvent({ type: "site_view", fields: siteView, subjectId, ...aboutSite(siteId) }),
          time,
        ),
        toEventInsert(
          newContentEvent({ type: "space_view", fields: spaceView, subjectId, ...aboutSpace(spaceId) }),
          time,
        ),
      ];
      await write({ view: { siteId, pageId, counter, time }, events: isEmitted ? events : [] });
    },
    recordFeedback: async (visit, feedback) => {
      await admit(visit);
      const time = now();
      const { siteId, visitor } = visit;
      const subjectId = visitor.anonymousId;
      // Feedback counts toward the quota but is never dropped because of it.
      await takeEvents(siteId, 1);
      const comment = cut(feedback.comment, maxCommentBytes);
      const fields = { ...bound(visit), feedback: { ...feedback, comment } };
      await write({
        events: [
          toEventInsert(
            newContentEvent({ type: "page_feedback", fields, subjectId, ...aboutSite(siteId) }),
            time,
          ),
        ],
      });
    },
  };
}

/**
 * Returns the network to rate-limit for an address: the owner of an IPv6 address usually controls its whole
 * /64.
 *
 * @example
 * import { networkOf } from "@plugboard/content";
 *
 * console.log(networkOf("2001:db8::1") === networkOf("2001:db8::2")); // true
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return ipaddr.IPv6.parse(address).toNormalizedString().split(":", 4).join(":");
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

// A truncated cookie would be a different value, so oversized cookies are dropped entirely.
function boundCookies(cookies: Visitor["cookies"]): Visitor["cookies"] {
  const bounded: [string, string][] = [];
  let bytes = 0;
  for (const [name, value] of Object.entries(cookies)) {
    const size = jsonBytes(name) + jsonBytes(value);
    if (size > maxCookieBytes || bytes + size > maxCookiesBytes) continue;
    if (bounded.length === maxCookies) break;
    bounded.push([name, value]);
    bytes += size;
  }
  return Object.fromEntries(bounded);
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
