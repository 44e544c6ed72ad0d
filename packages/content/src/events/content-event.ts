import type { EventBase, ResourceInstallationEventMap } from "@plugboard/api";

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
  /** `rating` is open-ended: sites send `good`, `ok` and `bad`. */
  readonly feedback: { readonly rating: string; readonly comment: string };
  readonly visitor: Visitor;
  readonly url: string;
  readonly referrer: string;
}

/** A user opened a space. */
export interface SpaceViewEvent extends EventBase {
  readonly type: "space_view";
  readonly spaceId: string;
  readonly pageId?: string;
  readonly visitor: Visitor;
  readonly url: string;
  readonly referrer: string;
}

/** A space's visibility changed. */
export interface SpaceVisibilityUpdatedEvent extends EventBase {
  readonly type: "space_visibility_updated";
  readonly spaceId: string;
  readonly previousVisibility: string;
  readonly visibility: string;
}

/** A Git sync of a space started. */
export interface SpaceGitSyncStartedEvent extends EventBase {
  readonly type: "space_gitsync_started";
  readonly spaceId: string;
  readonly revisionId: string;
  readonly commitId?: string;
}

/** A Git sync of a space ended. */
export interface SpaceGitSyncCompletedEvent extends EventBase {
  readonly type: "space_gitsync_completed";
  readonly spaceId: string;
  readonly revisionId: string;
  readonly state: "success" | "failure";
  readonly commitId?: string;
}

/** The events of the documentation product, by type (docs/conformance.md#runtime-events). */
export interface ContentEventMap {
  readonly space_view: SpaceViewEvent;
  readonly space_content_updated: SpaceContentUpdatedEvent;
  readonly space_visibility_updated: SpaceVisibilityUpdatedEvent;
  readonly space_gitsync_started: SpaceGitSyncStartedEvent;
  readonly space_gitsync_completed: SpaceGitSyncCompletedEvent;
  readonly site_view: SiteViewEvent;
  readonly page_feedback: PageFeedbackEvent;
}

/** The name of an event of the documentation product. */
export type ContentEventType = keyof ContentEventMap;

/** The events about installations in spaces and sites. */
export type ContentInstallationEventMap = ResourceInstallationEventMap<"space" | "site">;

/** The event types a webhook endpoint can subscribe to (docs/conformance.md#webhook-events). */
export const webhookEventTypes = ["space_content_updated", "site_view", "page_feedback"] as const;

/** An event type a webhook endpoint can subscribe to. */
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** Each webhook event type with its payload. */
export type WebhookEventMap = Pick<ContentEventMap, WebhookEventType>;
