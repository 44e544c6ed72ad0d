/** The event types a webhook endpoint can subscribe to (docs/conformance.md#webhook-events). */
export const webhookEventTypes = ["space_content_updated", "site_view", "page_feedback"] as const;

/** An event type a webhook endpoint can subscribe to. */
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** The fields of every event (docs/conformance.md#webhook-events). */
export interface EventBase {
  /** Unique for each event and the same on every attempt. Receivers use it to drop duplicates. */
  readonly eventId: string;
  /** The organization-level installation that receives the event. */
  readonly installationId: string;
}

/** The visitor of a page. */
export interface Visitor {
  readonly anonymousId: string;
  readonly userAgent: string;
  readonly ip: string;
  readonly cookies: Readonly<Record<string, string>>;
}

/** The content of a space changed. */
export interface SpaceContentUpdatedEvent extends EventBase {
  readonly type: "space_content_updated";
  readonly spaceId: string;
  readonly revisionId: string;
}

/** A visitor opened a page of a site. */
export interface SiteViewEvent extends EventBase {
  readonly type: "site_view";
  readonly siteId: string;
  readonly visitor: Visitor;
  /** The URL of the page. */
  readonly url: string;
  /** The URL of the previous page; empty if the browser sent none. */
  readonly referrer: string;
}

/** A visitor rated a page. */
export interface PageFeedbackEvent extends EventBase {
  readonly type: "page_feedback";
  readonly siteId: string;
  readonly spaceId: string;
  readonly pageId: string;
  /** `rating` is open-ended: the platform itself emits `good`, `ok` and `bad`. */
  readonly feedback: { readonly rating: string; readonly comment: string };
  readonly visitor: Visitor;
  readonly url: string;
  readonly referrer: string;
}

/** Each webhook event type with its payload. */
export interface WebhookEventMap {
  readonly space_content_updated: SpaceContentUpdatedEvent;
  readonly site_view: SiteViewEvent;
  readonly page_feedback: PageFeedbackEvent;
}

/** A payload, as sent to a webhook URL. */
export type WebhookEvent = WebhookEventMap[WebhookEventType];
