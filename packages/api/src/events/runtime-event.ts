import type { ToolCallEvent } from "./tool-call.ts";
import type { UiRenderEvent } from "./ui-render.ts";
import type { InstallationStatus } from "../vocabulary/installation-status.ts";
import type { EventBase, Visitor, WebhookEventMap } from "./webhook-event.ts";

/** The state of an installation before the reported change. */
export interface PreviousInstallation {
  readonly status?: InstallationStatus;
  readonly configuration?: Readonly<Record<string, unknown>>;
}

/** The integration was installed, or its configuration changed. */
export interface InstallationSetupEvent extends EventBase {
  readonly type: "installation_setup";
  readonly status: InstallationStatus;
  /** Not set for the first installation. */
  readonly previous?: PreviousInstallation;
}

/** The integration was removed from an organization. */
export interface InstallationDeletedEvent extends EventBase {
  readonly type: "installation_deleted";
}

type ResourceId<Kind extends string> = { readonly [Name in Kind as `${Name}Id`]: string };

/**
 * The events about installations in resources of a product's kinds, such as `project_installation_setup`: the
 * integration was installed in a resource, its configuration there changed, or it was removed.
 */
export type ResourceInstallationEventMap<Kind extends string> = {
  readonly [Name in Kind as `${Name}_installation_setup`]: Omit<InstallationSetupEvent, "type"> & {
    readonly type: `${Name}_installation_setup`;
  } & ResourceId<Name>;
} & {
  readonly [Name in Kind as `${Name}_installation_deleted`]: Omit<InstallationDeletedEvent, "type"> & {
    readonly type: `${Name}_installation_deleted`;
  } & ResourceId<Name>;
};

/** The integration was installed in a space, or its configuration there changed. */
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

/** The integration was installed in a site, or its configuration there changed. */
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

/** One of the requests that make up a task. */
export interface TaskRun {
  /** Counts from 1. The platform only accepts checkpoints of the latest run. */
  readonly number: number;
  /** How long the run can start new steps. */
  readonly milliseconds: number;
  /** The results of finished steps, by name. */
  readonly steps: Readonly<Record<string, { readonly value?: unknown }>>;
}

/** A task that the integration queued with `context.integration.queueTask` is due. */
export interface TaskEvent extends EventBase {
  readonly type: "task";
  /** The space or site that the task was queued for. */
  readonly spaceId?: string;
  readonly siteId?: string;
  readonly task: {
    readonly type: string;
    readonly payload?: unknown;
    /** Set when the platform sends the event. `resumeTask` of `@plugboard/runtime` reads it. */
    readonly run?: TaskRun;
  };
}

/** A schedule of the manifest is due. */
export interface ScheduleEvent extends EventBase {
  readonly type: "schedule";
  readonly schedule: {
    /** The schedule's `id` in the manifest. */
    readonly id: string;
    /** ISO 8601 time of the tick. The event arrives later because of jitter and downtime. */
    readonly scheduledFor: string;
  };
}

/**
 * A request to the integration's public endpoint. The body, if any, is passed unchanged in the envelope's
 * `fetch-body`.
 */
export interface FetchEvent extends Omit<EventBase, "installationId"> {
  readonly type: "fetch";
  /** Not set for a request to the integration's own endpoint. */
  readonly installationId?: string;
  readonly request: {
    readonly method: string;
    /** The full request URL. */
    readonly url: string;
    /** Lower-case header names in their original order. Repeated headers appear more than once. */
    readonly headers: readonly (readonly [name: string, value: string])[];
  };
}

/**
 * A site page loads the integration's script. The response is the script itself. It is cached according to
 * its `Cache-Control`, and requested again for each version of the integration and its settings.
 */
export interface FetchPublishedScriptEvent extends EventBase {
  readonly type: "fetch_published_script";
  readonly siteId: string;
}

/**
 * A visitor requests a restricted site whose visitors the integration authenticates. The response redirects
 * to a sign-in page, or back to the site with a signed token.
 */
export interface FetchVisitorAuthenticationEvent extends EventBase {
  readonly type: "fetch_visitor_authentication";
  readonly siteId: string;
  /** The requested path and query, relative to the site. Pass it back with the token. */
  readonly location: string;
  /**
   * `logout` if the visitor signed out of the site; the integration can also sign them out of the provider.
   */
  readonly action: "login" | "logout";
}

/**
 * A webhook is about to be signed for an endpoint with transformed payloads. The response's JSON body is sent
 * instead of the event, along with its headers that start with `x-`.
 */
export interface FetchWebhookPayloadEvent extends EventBase {
  readonly type: "fetch_webhook_payload";
  readonly endpointId: string;
  /** The payload before transformation: the event, or a test event's body. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * The requests of sites to integrations, with their handlers' arguments. A definition names them by event.
 */
export interface SiteRequestMap {
  /** Returns the script that the pages of a site load. Requires the scope `site:script:inject`. */
  readonly fetch_published_script: FetchPublishedScriptEvent;
  /**
   * Returns a redirect to the sign-in of a site with restricted access. Requires the scope
   * `site:visitor:auth`.
   */
  readonly fetch_visitor_authentication: FetchVisitorAuthenticationEvent;
}

/** The name of a site request. */
export type SiteRequestType = keyof SiteRequestMap;

/** All requests that expect a response, from sites and webhooks, with their handlers' arguments. */
export interface FetchRequestMap extends SiteRequestMap {
  /**
   * Returns the JSON that a webhook endpoint with `transform` receives instead of an event. `x-` headers of
   * the response are sent too.
   */
  readonly fetch_webhook_payload: FetchWebhookPayloadEvent;
}

/** The requests an integration can respond to, in addition to those to its public endpoint. */
export const fetchRequestTypes: readonly FetchRequestType[] = [
  "fetch_published_script",
  "fetch_visitor_authentication",
  "fetch_webhook_payload",
];

/** The name of a request that expects a response. */
export type FetchRequestType = keyof FetchRequestMap;

/** The events that an integration can list in `events`, with their handlers' arguments. */
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

/** All events that an integration can handle (docs/conformance.md#runtime-events). */
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

/** The events of the platform itself, which it sends for every product. */
export const platformEventTypes: readonly RuntimeEventType[] = [
  "installation_setup",
  "installation_deleted",
  "ui_render",
  "task",
  "schedule",
];

/** The name of an event that an integration can handle. */
export type RuntimeEventType = keyof RuntimeEventMap;

/** An event, as passed to an integration's handler. */
export type RuntimeEvent = RuntimeEventMap[RuntimeEventType];

/** Any event that an envelope can contain. */
export type EnvelopeEvent = RuntimeEvent | FetchEvent | FetchRequestMap[FetchRequestType] | ToolCallEvent;
