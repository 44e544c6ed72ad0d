/** The event types a webhook endpoint can subscribe to (docs/conformance.md#webhook-events). */
export const webhookEventTypes = ["space_content_updated", "site_view", "page_feedback"] as const;

/** An event type a webhook endpoint can subscribe to. */
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** Fields that every event carries (docs/conformance.md#webhook-events). */
export interface EventBase {
  /** Unique for each event and the same on every attempt: receivers de-duplicate by it. */
  readonly eventId: string;
  /** The organization-level installation the event was sent for. */
  readonly installationId: string;
}

/** Who looked at a page. */
export interface Visitor {
  readonly anonymousId: string;
  readonly userAgent: string;
  readonly ip: string;
  readonly cookies: Readonly<Record<string, string>>;
}

/** Content of a space changed. */
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
  /** URL of the page that was opened. */
  readonly url: string;
  /** URL of the page the visitor came from; empty when the browser sent none. */
  readonly referrer: string;
}

/** A visitor rated a page. */
export interface PageFeedbackEvent extends EventBase {
  readonly type: "page_feedback";
  readonly siteId: string;
  readonly spaceId: string;
  readonly pageId: string;
  /** `rating` is an open string: the platform itself emits `good`, `ok` and `bad`. */
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

/** A payload as it is sent to a webhook URL. */
export type WebhookEvent = WebhookEventMap[WebhookEventType];
