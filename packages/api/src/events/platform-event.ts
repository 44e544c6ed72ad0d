import type { EventBase } from "./event-base.ts";
import type { ToolCallEvent } from "./tool-call.ts";
import type { UiRenderEvent } from "./ui-render.ts";
import type { InstallationStatus } from "../vocabulary/installation-status.ts";

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
  /** The IDs of the resources that the task was queued for, such as `projectId`. */
  readonly [resourceId: `${string}Id`]: string | undefined;
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
 * A webhook is about to be signed for an endpoint with transformed payloads. The response's JSON body is sent
 * instead of the event, along with its headers that start with `x-`.
 */
export interface FetchWebhookPayloadEvent extends EventBase {
  readonly type: "fetch_webhook_payload";
  readonly endpointId: string;
  /** The payload before transformation: the event, or a test event's body. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The requests of the platform that expect a response, with their handlers' arguments. */
export interface PlatformRequestMap {
  /**
   * Returns the JSON that a webhook endpoint with `transform` receives instead of an event. `x-` headers of
   * the response are sent too.
   */
  readonly fetch_webhook_payload: FetchWebhookPayloadEvent;
}

/** The events of the platform itself, which it sends for every product, with their handlers' arguments. */
export interface PlatformEventMap {
  readonly installation_setup: InstallationSetupEvent;
  readonly installation_deleted: InstallationDeletedEvent;
  readonly ui_render: UiRenderEvent;
  readonly task: TaskEvent;
  readonly schedule: ScheduleEvent;
}

/** The names of the platform's events (docs/conformance.md#runtime-events). */
export const platformEventTypes: readonly PlatformEventType[] = [
  "installation_setup",
  "installation_deleted",
  "ui_render",
  "task",
  "schedule",
];

/** The name of an event of the platform. */
export type PlatformEventType = keyof PlatformEventMap;

/** An event of the platform. */
export type PlatformEvent = PlatformEventMap[PlatformEventType];

/** Any event of the platform that an envelope can contain. Envelopes also contain events and requests of the product. */
export type EnvelopeEvent = PlatformEvent | FetchEvent | FetchWebhookPayloadEvent | ToolCallEvent;
