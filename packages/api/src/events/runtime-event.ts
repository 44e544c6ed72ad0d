import type { UiRenderEvent } from "./ui-render.ts";
import type { InstallationStatus } from "../vocabulary/installation-status.ts";
import type { EventBase, Visitor, WebhookEventMap } from "./webhook-event.ts";

/** What an installation was before the change that an event reports. */
export interface PreviousInstallation {
  readonly status?: InstallationStatus;
  readonly configuration?: Readonly<Record<string, unknown>>;
}

/** The integration was installed, or one property of its configuration was edited. */
export interface InstallationSetupEvent extends EventBase {
  readonly type: "installation_setup";
  readonly status: InstallationStatus;
  /** Absent at the first installation. */
  readonly previous?: PreviousInstallation;
}

/** The integration was removed from an organization. */
export interface InstallationDeletedEvent extends EventBase {
  readonly type: "installation_deleted";
}

/** The integration was installed into a space, or its configuration there was edited. */
export interface SpaceInstallationSetupEvent extends EventBase {
  readonly type: "space_installation_setup";
  readonly spaceId: string;
  readonly status: InstallationStatus;
  readonly previous?: PreviousInstallation;
}

/** The integration was removed from a space. */
export interface SpaceInstallationDeletedEvent extends EventBase {
  readonly type: "space_installation_deleted";
  readonly spaceId: string;
}

/** The integration was installed into a site, or its configuration there was edited. */
export interface SiteInstallationSetupEvent extends EventBase {
  readonly type: "site_installation_setup";
  readonly siteId: string;
  readonly status: InstallationStatus;
  readonly previous?: PreviousInstallation;
}

/** The integration was removed from a site. */
export interface SiteInstallationDeletedEvent extends EventBase {
  readonly type: "site_installation_deleted";
  readonly siteId: string;
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

/** A space became visible to others than before. */
export interface SpaceVisibilityUpdatedEvent extends EventBase {
  readonly type: "space_visibility_updated";
  readonly spaceId: string;
  readonly previousVisibility: string;
  readonly visibility: string;
}

/** A Git sync of a space began. */
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

/** A task that the integration queued with `context.integration.queueTask` is due. */
export interface TaskEvent extends EventBase {
  readonly type: "task";
  /** The space or site that the task was queued for. */
  readonly spaceId?: string;
  readonly siteId?: string;
  readonly task: { readonly type: string; readonly payload?: unknown };
}

/** A schedule of the manifest is due. */
export interface ScheduleEvent extends EventBase {
  readonly type: "schedule";
  readonly schedule: {
    /** The schedule's `id` in the manifest. */
    readonly id: string;
    /** ISO 8601 time of the tick. The event comes later: by the jitter, and by the time for which the platform was down. */
    readonly scheduledFor: string;
  };
}

/**
 * Somebody called a path of the integration's public endpoint. The body, when there was one, travels untouched as the
 * envelope's `fetch-body`.
 */
export interface FetchEvent extends Omit<EventBase, "installationId"> {
  readonly type: "fetch";
  /** Absent where the integration's own endpoint was called, which is that of no installation. */
  readonly installationId?: string;
  readonly request: {
    readonly method: string;
    /** The full URL that was called. */
    readonly url: string;
    /** Header names in lower case, in the order received; a repeated header appears more than once. */
    readonly headers: readonly (readonly [name: string, value: string])[];
  };
}

/**
 * A page of a site loads the script that the integration publishes there. The response is the script itself; it is kept for as
 * long as its `Cache-Control` says, and made anew for each version of the integration and of its settings.
 */
export interface FetchPublishedScriptEvent extends EventBase {
  readonly type: "fetch_published_script";
  readonly siteId: string;
}

/**
 * Somebody wants to read a site that only visitors its integration vouches for may read. The response is a redirect, to where the
 * visitor signs in, or back to the site with a signed token.
 */
export interface FetchVisitorAuthenticationEvent extends EventBase {
  readonly type: "fetch_visitor_authentication";
  readonly siteId: string;
  /** The path below the site's address that the visitor asked for, with its query; hand it back beside the token. */
  readonly location: string;
  /** `logout` when the visitor signed out of the site, and may be signed out of the provider as well. */
  readonly action: "login" | "logout";
}

/**
 * A webhook is about to be signed for an endpoint that has its payloads transformed. The response is JSON, which is sent in place of
 * the event; its headers that begin with `x-` go along.
 */
export interface FetchWebhookPayloadEvent extends EventBase {
  readonly type: "fetch_webhook_payload";
  readonly endpointId: string;
  /** What would be sent: the event, or what somebody sends as a test. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Each request of a site to an integration, with what its handler receives. It is named by its event in a definition. */
export interface SiteRequestMap {
  readonly fetch_published_script: FetchPublishedScriptEvent;
  readonly fetch_visitor_authentication: FetchVisitorAuthenticationEvent;
}

/** The name of a request that a site makes. */
export type SiteRequestType = keyof SiteRequestMap;

/** Each request for a response, of a site or of a webhook's delivery, with what its handler receives. */
export interface FetchRequestMap extends SiteRequestMap {
  readonly fetch_webhook_payload: FetchWebhookPayloadEvent;
}

/** The requests that an integration can respond to besides those to its public endpoint. */
export const fetchRequestTypes: readonly FetchRequestType[] = [
  "fetch_published_script",
  "fetch_visitor_authentication",
  "fetch_webhook_payload",
];

/** The name of a request for a response. */
export type FetchRequestType = keyof FetchRequestMap;

/** Each event an integration can list in `events`, with what its handler receives. */
export interface RuntimeEventMap {
  readonly installation_setup: InstallationSetupEvent;
  readonly installation_deleted: InstallationDeletedEvent;
  readonly space_installation_setup: SpaceInstallationSetupEvent;
  readonly space_installation_deleted: SpaceInstallationDeletedEvent;
  readonly site_installation_setup: SiteInstallationSetupEvent;
  readonly site_installation_deleted: SiteInstallationDeletedEvent;
  readonly space_view: SpaceViewEvent;
  readonly space_content_updated: WebhookEventMap["space_content_updated"];
  readonly space_visibility_updated: SpaceVisibilityUpdatedEvent;
  readonly space_gitsync_started: SpaceGitSyncStartedEvent;
  readonly space_gitsync_completed: SpaceGitSyncCompletedEvent;
  readonly site_view: WebhookEventMap["site_view"];
  readonly page_feedback: WebhookEventMap["page_feedback"];
  readonly ui_render: UiRenderEvent;
  readonly task: TaskEvent;
  readonly schedule: ScheduleEvent;
}

/** The events an integration can handle (docs/conformance.md#runtime-events). */
export const runtimeEventTypes: readonly RuntimeEventType[] = [
  "installation_setup",
  "installation_deleted",
  "space_installation_setup",
  "space_installation_deleted",
  "site_installation_setup",
  "site_installation_deleted",
  "space_view",
  "space_content_updated",
  "space_visibility_updated",
  "space_gitsync_started",
  "space_gitsync_completed",
  "site_view",
  "page_feedback",
  "ui_render",
  "task",
  "schedule",
];

/** The name of an event an integration can handle. */
export type RuntimeEventType = keyof RuntimeEventMap;

/** An event as it arrives in an integration's handler. */
export type RuntimeEvent = RuntimeEventMap[RuntimeEventType];

/** Anything an envelope can carry. */
export type EnvelopeEvent = RuntimeEvent | FetchEvent | FetchRequestMap[FetchRequestType];
