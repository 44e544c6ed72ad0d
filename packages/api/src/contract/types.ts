// Generated from the declarations of operations: `npm run generate`. Do not edit.

import type { Category, Target, Visibility } from "../vocabulary/manifest-vocabulary.ts";
import type { InstallationStatus } from "../vocabulary/installation-status.ts";
import type { Json, JsonObject, UiContextType, UiRenderResponse } from "../events/ui-render.ts";
import type { KeyScopeName, ScopeName } from "../vocabulary/scope.ts";
import type { Page } from "./page.ts";
import type { Role } from "../vocabulary/role.ts";

/** Selects events for agents. */
export interface AgentEventsQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
  /** Only events of this installation. Others count as unknown. */
  readonly installationId?: string | undefined;
}

/** An event that agents can subscribe to. */
export interface AgentEventType {
  /** The integration's name, two underscores and the event type. */
  readonly name: string;
  readonly integration: string;
  readonly installationId: string;
  /** The event type. */
  readonly type: string;
  readonly description: string;
  /** The JSON Schema of a subscription's arguments. */
  readonly inputSchema: JsonObject;
  /** The JSON Schema of the events' `data`. */
  readonly payloadSchema: JsonObject;
}

/**
 * A subscription of the calling agent. Calling again with the same name, arguments and URL refreshes
 * it.
 */
export interface AgentSubscribing {
  /** The `name` of an event from `listAgentEvents`. */
  readonly name: string;
  /** Only events of this installation. Others count as unknown. */
  readonly installationId?: string | undefined;
  /** Must match the event's `inputSchema`. Events must have these values. */
  readonly arguments: JsonObject;
  /** The callback URL. It must answer a signed challenge. */
  readonly url: string;
  /** Signs requests. After a change, the previous secret also signs for five minutes. */
  readonly secret: string;
  /** Replays later events if the subscription is new or has expired. */
  readonly cursor?: string | null | undefined;
  /** Doesn't replay older events. */
  readonly maxAgeMs?: number | null | undefined;
  /** The lifetime: 5 minutes to 7 days. Defaults to a day; `null` is 7 days. */
  readonly ttlMs?: number | null | undefined;
  /** Whether the callback also gets `gap` and `terminated` messages. Defaults to `false`. */
  readonly receivesControls?: boolean | undefined;
}

/** A subscription that was created or refreshed. */
export interface AgentSubscribed {
  /** Sent as `X-MCP-Subscription-Id`. */
  readonly id: string;
  /** The subscription expires at this time. */
  readonly refreshBefore: string;
  /** All earlier events were delivered, or dropped by the callback. */
  readonly cursor: string;
  /** Whether events after the request's cursor can't be replayed. */
  readonly truncated: boolean;
  /** Set for a refresh. */
  readonly deliveryStatus?:
    | {
        /** Whether deliveries were sent until this refresh. */
        readonly active: boolean;
        /** ISO 8601 time. */
        readonly lastDeliveryAt: string | null;
        readonly lastError: string | null;
        /** ISO 8601 time. */
        readonly failedSince?: string | undefined;
      }
    | undefined;
}

/** The subscription to end. The calling agent created it. */
export interface AgentUnsubscribing {
  /** The `name` of an event from `listAgentEvents`. */
  readonly name: string;
  /** Only events of this installation. Others count as unknown. */
  readonly installationId?: string | undefined;
  /** Must match the event's `inputSchema`. Events must have these values. */
  readonly arguments: JsonObject;
  readonly url: string;
}

/** A poll of the event log. */
export interface AgentEventPoll {
  /** The `name` of an event from `listAgentEvents`. */
  readonly name: string;
  /** Only events of this installation. Others count as unknown. */
  readonly installationId?: string | undefined;
  /** Must match the event's `inputSchema`. Events must have these values. */
  readonly arguments: JsonObject;
  /** The cursor of an earlier response. `null` returns the current cursor only. */
  readonly cursor?: string | null | undefined;
  /** 1 to 100. Defaults to 100. */
  readonly maxEvents?: number | undefined;
  /** Skips older events. */
  readonly maxAgeMs?: number | null | undefined;
}

/** Events from the log, oldest first. */
export interface PolledAgentEvents {
  readonly events: readonly AgentEventOccurrence[];
  readonly cursor: string;
  /** Whether events after the request's cursor are no longer available. */
  readonly truncated: boolean;
  /** Whether to poll again immediately. */
  readonly hasMore: boolean;
  /** The time to wait before the next poll, in milliseconds. */
  readonly nextPollMs: number;
}

/** An event for an agent. */
export interface AgentEventOccurrence {
  readonly eventId: string;
  readonly name: string;
  /** ISO 8601 time. */
  readonly timestamp: string;
  readonly data: JsonObject;
}

/** Pagination of a list. */
export interface PageQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
}

/** A subscription of an agent, without its URL and secret. */
export interface AgentSubscription {
  readonly id: string;
  readonly name: string;
  readonly installationId: string;
  readonly arguments: JsonObject;
  /** The host of the callback URL. */
  readonly host: string;
  readonly subscriber: {
    readonly type: "member" | "key" | "admin";
    readonly id: string;
    /** The agent that a member connected. */
    readonly clientId?: string | undefined;
  };
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time. */
  readonly expiresAt: string;
}

/** A key that programs use to call the API on behalf of an organization. Its token is not stored. */
export interface ApiKeyResource {
  readonly id: string;
  readonly name: string;
  /** The first characters of the token, to recognize the key. */
  readonly prefix: string;
  /** Grants the permissions of this role. Not set on a key with scopes. */
  readonly role?: Role | undefined;
  /** Grants the operations that need these scopes. Not set on a key with a role. */
  readonly scopes?: readonly KeyScopeName[] | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** The expiration time. Not set if the key doesn't expire. */
  readonly expiresAt?: string | undefined;
  /** The time of the last use, to the minute. Not set before the first use. */
  readonly lastUsedAt?: string | undefined;
}

/** A new API key, with either a role or scopes. */
export interface ApiKeyCreation {
  /** At most 200 characters. */
  readonly name: string;
  readonly role?: Role | undefined;
  /** Scopes of the platform or of its product, as in `getContract`. At most 100. */
  readonly scopes?: readonly KeyScopeName[] | undefined;
  /** Lifetime in seconds, at most ten years. By default the key doesn't expire. */
  readonly expiresInSeconds?: number | undefined;
}

/** A new API key with its token, which is shown only once. */
export interface CreatedApiKey {
  readonly id: string;
  readonly name: string;
  /** The first characters of the token, to recognize the key. */
  readonly prefix: string;
  /** Grants the permissions of this role. Not set on a key with scopes. */
  readonly role?: Role | undefined;
  /** Grants the operations that need these scopes. Not set on a key with a role. */
  readonly scopes?: readonly KeyScopeName[] | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** The expiration time. Not set if the key doesn't expire. */
  readonly expiresAt?: string | undefined;
  /** The time of the last use, to the minute. Not set before the first use. */
  readonly lastUsedAt?: string | undefined;
  /** The bearer token. It starts with `pbk_` and ends in a checksum that secret scanners recognize. */
  readonly token: string;
}

/** Filters of the audit log. An entry must match all of them. */
export interface AuditQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
  /** Only items of this organization. */
  readonly organization?: string | undefined;
  /** The id of a person, key or installation, or an integration's name. */
  readonly actor?: string | undefined;
  /** Only calls of this operation. */
  readonly operation?: string | undefined;
  /** The id of a resource in the request path. */
  readonly resource?: string | undefined;
  /** Entries at or after this time. */
  readonly since?: string | undefined;
  /** Entries before this time. */
  readonly until?: string | undefined;
}

/** A recorded change. Secrets read `[hidden]` and long texts are truncated. */
export interface AuditEntryResource {
  readonly id: string;
  /** The organization's id. Not set for changes to the platform itself. */
  readonly organization?: string | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  readonly actor: {
    /** `admin` is the platform administrator. */
    readonly type: "admin" | "member" | "key" | "portal" | "integration" | "installation";
    /** The id of the person, key or installation, or the integration's name. */
    readonly id: string;
  };
  /** The network address of the request, if known. */
  readonly address?: string | undefined;
  /** The operation's id. */
  readonly operation: string;
  /** The parameters in the request path. */
  readonly resource: Readonly<Record<string, unknown>>;
  /** The request body. */
  readonly request?: Readonly<Record<string, unknown>> | undefined;
  /** The resource before the change. */
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  /**
   * The resource after the change, as the caller saw it. For calls of tools, the `outcome` (`succeeded`,
   * or an error code) and `durationMilliseconds`.
   */
  readonly after?: Readonly<Record<string, unknown>> | undefined;
}

/** A notice that data changed. Clients that show data read it again. */
export interface ChangeResource {
  readonly id: string;
  /** ISO 8601 time. */
  readonly time: string;
  /** The resources that changed since the previous notice. Not set if they are unknown. */
  readonly resources?:
    | readonly (
        | "comments"
        | "content"
        | "deliveries"
        | "drafts"
        | "endpoints"
        | "event-types"
        | "installations"
        | "integrations"
        | "organizations"
        | "platform"
        | "presence"
        | "shared-drafts"
      )[]
    | undefined;
}

/** The input for rendering a component. */
export interface ComponentRendering {
  readonly props?: JsonObject | undefined;
  /** The state from the component's last response. Omit it for the first rendering. */
  readonly state?: JsonObject;
  readonly action?: {
    readonly action: string;
    readonly [name: string]: Json | undefined;
  };
  readonly context: {
    readonly type: UiContextType;
    readonly theme: "light" | "dark";
    readonly editable?: boolean;
  };
}

/** Selects the options of a `select`. */
export interface SelectOptionsQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
  /**
   * The URL in the component: below the installation's public endpoint and accessible without
   * authentication. At most 2,000 characters.
   */
  readonly url: string;
  /** The user's input so far, at most 1,000 characters. */
  readonly query?: string | undefined;
}

/** An option of a `select`. */
export interface SelectOption {
  readonly id: string;
  readonly label: string;
  readonly icon?: string;
}

/** Events to emit, all or none. */
export interface CustomEventEmission {
  /** 1 to 1,000. */
  readonly events: readonly CustomEventInput[];
}

/** A custom event to emit. */
export interface CustomEventInput {
  /** A defined type that isn't archived, such as `invoice.paid`. */
  readonly type: string;
  /**
   * The `data` that endpoints receive. It must match the type's schema, if there is one; at most 64 KiB
   * of JSON.
   */
  readonly data: JsonObject;
  /** Labels of the event. Endpoints with channels receive it only if they share one. At most 100. */
  readonly channels?: readonly string[] | undefined;
  readonly ordering?: EventOrdering | undefined;
  /**
   * The earliest time to deliver the event. Later events with the same ordering key wait for it.
   * Defaults to now.
   */
  readonly dueAt?: string | undefined;
  /**
   * When delivery stops: pending deliveries then fail as `expired`. By default only the retry schedule
   * limits delivery.
   */
  readonly expiresAt?: string | undefined;
  /**
   * At most 200 characters. A repeated key in the organization is accepted once, for as long as the
   * event is stored. Defaults to the event's position under the request's `Idempotency-Key`.
   */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Events of the organization with the same key are delivered to each endpoint one at a time, in the
 * order they were accepted, including retries.
 */
export interface EventOrdering {
  /** For example an order's id. At most 200 characters. */
  readonly key: string;
  /**
   * `block`: after a permanent failure later events wait until the delivery is resent successfully or
   * canceled. `skip`: the next event is sent.
   */
  readonly onFailure: "block" | "skip";
}

/** The accepted events, in request order. */
export interface AcceptedCustomEvents {
  readonly events: readonly AcceptedCustomEvent[];
}

/** An accepted event. */
export interface AcceptedCustomEvent {
  readonly id: string;
  /** `false` if the event had already been accepted. */
  readonly created: boolean;
}

/** An event type that an organization defined for its own product. */
export interface CustomEventTypeResource {
  readonly type: string;
  /** A description of the event. */
  readonly summary: string;
  /** The schema's version. It increases with breaking changes. */
  readonly version: string;
  /** JSON Schema (draft 2020-12) of the events' `data`. Not set if any data is accepted. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
  /** Sample event data. */
  readonly example?: Readonly<Record<string, unknown>> | undefined;
  /** The time when the type was archived. Archived types accept no new events or subscriptions. */
  readonly archivedAt?: string | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time. */
  readonly updatedAt: string;
}

/** A new event type. */
export interface CustomEventTypeCreation {
  /**
   * Two or more words of lower-case letters, digits, `_` and `-`, separated by dots, such as
   * `invoice.paid`. At most 100 characters.
   */
  readonly type: string;
  /** At most 200 characters. */
  readonly summary: string;
  /** At most 20 characters. Defaults to `1`. */
  readonly version?: string | undefined;
  /**
   * JSON Schema (draft 2020-12) of the events' `data`, at most 64 KiB together with the example. Its
   * `examples` are further examples and must match it. It may reference its own `$defs` without cycles.
   * `pattern`, `patternProperties` and `uniqueItems` are not allowed, so that validation time is
   * bounded.
   */
  readonly schema?: JsonObject | undefined;
  /** Sample event data that matches the schema. */
  readonly example?: JsonObject | undefined;
}

/** Changes to an event type. Omitted fields keep their values. */
export interface CustomEventTypeUpdate {
  readonly summary?: string | undefined;
  readonly version?: string | undefined;
  /** As in `CustomEventTypeCreation`; `null` accepts any data. */
  readonly schema?: JsonObject | null | undefined;
  readonly example?: JsonObject | null | undefined;
  /**
   * `true` stops new events and subscriptions, `false` allows them again. Existing subscriptions are
   * kept.
   */
  readonly archived?: boolean | undefined;
}

/** The delivery of one event to one target. */
export interface DeliveryResource {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly installationId: string;
  readonly target: DeliveryTarget;
  /** `waiting`: behind an earlier delivery with the same ordering key. `sending`: in flight. */
  readonly status: "scheduled" | "waiting" | "sending" | "delivered" | "failed";
  /** Why the delivery won't be retried. Set on failed deliveries. */
  readonly failure?: "exhausted" | "rejected" | "gone" | "disabled" | "canceled" | "expired" | undefined;
  /** The number of requests so far. */
  readonly attempts: number;
  /** The status of the last response, if there was one. */
  readonly responseStatus?: number | undefined;
  /** A stable code for a missing or rejected response of the last attempt. */
  readonly errorCode?: string | undefined;
  /** The time of the next attempt. Set while scheduled. */
  readonly nextAttemptAt?: string | undefined;
  /** Why the delivery waits. Set unless it is in flight or finished. */
  readonly wait?: DeliveryWait | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** The time when the delivery succeeded or failed. */
  readonly finishedAt?: string | undefined;
}

/** The target of a delivery. */
export type DeliveryTarget =
  | {
      readonly kind: "endpoint";
      readonly endpointId: string;
      readonly url: string;
      /** The type of its destination. Not set if deliveries are HTTP requests. */
      readonly destination?: string | undefined;
    }
  | {
      readonly kind: "integration";
      readonly integration: string;
    };

/**
 * Why a delivery waits. `held`: its target is paused or disabled, as `holds` explains. `failing`: the
 * endpoint keeps failing; the next probe is at `until`. `retry`: the last attempt failed; the next one
 * is at `until`. `ordered`: an earlier delivery with the same ordering key comes first. `queued`: it
 * is due and waits for a worker.
 */
export interface DeliveryWait {
  readonly reason: "held" | "failing" | "retry" | "ordered" | "queued";
  readonly holds?: readonly DeliveryHold[] | undefined;
  /** ISO 8601 time. */
  readonly until?: string | undefined;
}

/** Why deliveries are held back. */
export type DeliveryHold =
  | "endpoint_paused"
  | "endpoint_disabled"
  | "endpoint_unverified"
  | "installation_paused"
  | "other";

/** Filters of the list of deliveries. */
export interface DeliveryQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
  /** Only items of this organization. */
  readonly organization?: string | undefined;
  /** Only deliveries of events of this type. */
  readonly eventType?: string | undefined;
  /** A webhook endpoint's id, or an installation's id for its integration. */
  readonly endpointId?: string | undefined;
  /** The status of the last response. */
  readonly responseStatus?: number | undefined;
  /** Only deliveries of this event. */
  readonly eventId?: string | undefined;
  /** Only deliveries with this status. */
  readonly status?: "scheduled" | "waiting" | "sending" | "delivered" | "failed" | undefined;
  /** Events at or after this time. */
  readonly createdSince?: string | undefined;
  /** Events before this time. */
  readonly createdBefore?: string | undefined;
  /**
   * The order of the list. `newest` and `oldest` sort by event. `next_attempt` lists only deliveries
   * that wait for a later attempt, the next one first; `attempts` only those with several attempts, the
   * most first. These two can't be combined with `text`. Defaults to `newest`.
   */
  readonly order?: "newest" | "oldest" | "next_attempt" | "attempts" | undefined;
  /** The delivery with this id. */
  readonly deliveryId?: string | undefined;
  /**
   * Events whose body contains this exact text. Each page searches 10,000 events, so it may be short or
   * empty and still have a `next`.
   */
  readonly text?: string | undefined;
}

/** One HTTP request of a delivery. */
export interface AttemptResource {
  /** Counts from 1. */
  readonly number: number;
  /** ISO 8601 time. */
  readonly startedAt: string;
  readonly durationMilliseconds: number;
  /**
   * The integration and version that transformed the payload, such as `slack@3`. Not set if the event
   * was sent unchanged.
   */
  readonly transformedBy?: string | undefined;
  /** Request headers with lower-case names. Signatures and custom header values read `[redacted]`. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Response headers with lower-case names. Not set without a response. */
  readonly responseHeaders?: Readonly<Record<string, string>> | undefined;
  /** Not set without a response. */
  readonly responseStatus?: number | undefined;
  /** The beginning of the response body. */
  readonly responseExcerpt?: string | undefined;
  /** Why there was no response, or why it was rejected. */
  readonly error?: string | undefined;
  /** A stable code for `error`. */
  readonly errorCode?: string | undefined;
  /** The time of the next attempt, if there is one. */
  readonly nextAttemptAt?: string | undefined;
}

/** Pagination of a list across the caller's organizations. */
export interface OrganizationQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
  /** Only items of this organization. */
  readonly organization?: string | undefined;
}

/** A notice that the platform disabled an endpoint. */
export interface NoticeResource {
  readonly id: string;
  readonly installationId: string;
  readonly target: DeliveryTarget;
  /** `gone`: it responded with 410. `failing`: all requests failed for days. */
  readonly reason: "gone" | "failing";
  /** ISO 8601 time. */
  readonly disabledAt: string;
  /** ISO 8601 time. */
  readonly failingSince?: string | undefined;
}

/** Selects the deliveries to count. */
export interface DeliveryCountQuery {
  /** Only this organization's deliveries. */
  readonly organization?: string | undefined;
  /** Only deliveries of events of this type. */
  readonly eventType?: string | undefined;
  /** A webhook endpoint's id, or an installation's id for its integration. */
  readonly endpointId?: string | undefined;
  /** The status of the last response. */
  readonly responseStatus?: number | undefined;
  /** The start of the first interval. Defaults to a day before the last interval ends. */
  readonly since?: string | undefined;
  /** The end of the last interval. Defaults to now. */
  readonly before?: string | undefined;
  /** The number of equal intervals, at most 180. Defaults to 48. */
  readonly spans?: number | undefined;
}

/** Delivery counts per interval, oldest first. */
export interface DeliveryCounts {
  readonly spans: readonly DeliveryCountResource[];
}

/** Delivery counts of one interval. */
export interface DeliveryCountResource {
  /** The start of the interval. */
  readonly since: string;
  /** Neither delivered nor failed. */
  readonly open: number;
  readonly delivered: number;
  readonly failed: number;
}

/** Selects the failed deliveries to group. */
export interface FailureCauseQuery {
  /** Only this organization's deliveries. */
  readonly organization?: string | undefined;
  /** Only deliveries of events of this type. */
  readonly eventType?: string | undefined;
  /** A webhook endpoint's id, or an installation's id for its integration. */
  readonly endpointId?: string | undefined;
  /** The status of the last response. */
  readonly responseStatus?: number | undefined;
  /** Only events at or after this time. Defaults to a day before `before`. */
  readonly since?: string | undefined;
  /** Only events before this time. Defaults to now. */
  readonly before?: string | undefined;
}

/** Groups of failed deliveries. */
export interface FailureCauses {
  /** The 100 largest groups, largest first. */
  readonly items: readonly FailureCauseResource[];
}

/** Failed deliveries to one target with the same cause. */
export interface FailureCauseResource {
  readonly installationId: string;
  readonly target: DeliveryTarget;
  /** Why the deliveries aren't retried. */
  readonly failure: "exhausted" | "rejected" | "gone" | "disabled" | "canceled" | "expired";
  /** The status of the last response, if there was one. */
  readonly responseStatus?: number | undefined;
  /** A stable code for a missing or rejected response of the last attempt. */
  readonly errorCode?: string | undefined;
  /** The number of deliveries, counted up to the target's latest 10,000 failures. */
  readonly count: number;
  /** When the latest of the deliveries failed. */
  readonly failedAt: string;
  readonly status: FailureCauseStatus;
}

/**
 * The status of failures with the same cause: `open`, `acknowledged` or `resolved`. A resolved cause
 * reopens at its next failure. Statuses expire after 90 days.
 */
export type FailureCauseStatus = "open" | "acknowledged" | "resolved";

/** The new status of failures to one target with the same cause, as in `FailureCauseResource`. */
export interface FailureCauseStatusChange {
  readonly installationId: string;
  /** The webhook endpoint. Defaults to the installation's integration. */
  readonly endpointId?: string | undefined;
  /** Why the deliveries aren't retried. */
  readonly failure: "exhausted" | "rejected" | "gone" | "disabled" | "canceled" | "expired";
  /** The status of the last response, if there was one. */
  readonly responseStatus?: number | undefined;
  readonly errorCode?: string | undefined;
  readonly status: FailureCauseStatus;
}

/** The deliveries to resend. */
export interface DeliverySelection {
  /** At most 100. */
  readonly deliveryIds: readonly string[];
}

/** The result of resending deliveries. */
export interface SentDeliveries {
  /** Deliveries that are now due. */
  readonly resent: number;
  /** Deliveries that were skipped: in flight, queued behind another, or expunged. */
  readonly leftAlone: number;
}

/** The content of a delivery. */
export interface DeliveryBody {
  /**
   * The event as text: the exact body that an endpoint receives, or the event inside an integration's
   * envelope.
   */
  readonly body: string;
}

/** Saved filters of the delivery list. Only their creator sees them. */
export interface DeliveryView {
  readonly id: string;
  readonly name: string;
  /** The filters as URL parameters of the console: `status`, `type` and so on. */
  readonly search: Readonly<Record<string, string>>;
  /** ISO 8601 time. */
  readonly savedAt: string;
}

/** A view to save. It replaces an existing view of the same name. */
export interface DeliveryViewCreation {
  /** At most 60 characters. */
  readonly name: string;
  /** Values of at most 200 characters. */
  readonly search: Readonly<Record<string, string>>;
}

/** A new embed token. */
export interface EmbedTokenCreation {
  /**
   * `marketplace`; `settings`, the configuration screen of one installation; `block`, a component of one
   * installation; or `portal`, the organization's webhook endpoints and deliveries.
   */
  readonly part: "marketplace" | "settings" | "block" | "portal";
  /**
   * The member who sees the part, with their role. Required for all parts but `portal`, which has no
   * member.
   */
  readonly userId?: string | undefined;
  /** The installation of `settings` and `block`. */
  readonly installationId?: string | undefined;
  /** The component of `block`, by its id in the manifest. */
  readonly componentId?: string | undefined;
  /**
   * The initial props of `block`, at most 1,000 characters of JSON. The page can change them, so
   * integrations must not trust them. Defaults to none.
   */
  readonly props?: JsonObject | undefined;
  /** Whether `portal` allows no changes and shows no secrets. Defaults to false. */
  readonly readOnly?: boolean | undefined;
  /**
   * The only event types that `portal` shows: exact names or wildcards such as `invoice.*`. Defaults to
   * all.
   */
  readonly eventTypes?: readonly EndpointEventType[] | undefined;
  /** The only origins whose pages can embed the part. At most 10. */
  readonly origins: readonly string[];
  /** At most an hour; defaults to 10 minutes. The component fetches a new token before it ends. */
  readonly lifetimeSeconds?: number | undefined;
}

/**
 * An event type that webhook endpoints can subscribe to: one of `listEventTypes`, one that the
 * organization defined, or `invoice.*` for all types that begin with `invoice.`.
 */
export type EndpointEventType = string;

/** A new embed token, for `EmbeddedPart` of `@plugboard/components-react`. */
export interface CreatedEmbedToken {
  /** The bearer token. */
  readonly token: string;
  /** The URL of the frame. It contains no credentials. */
  readonly url: string;
  /** ISO 8601 time. */
  readonly expiresAt: string;
}

/** The embed token to revoke. */
export interface EmbedTokenRevocation {
  readonly token: string;
}

/** The scope of an embed token. */
export interface EmbedSession {
  readonly person: {
    readonly id: string;
    readonly name: string;
  };
  readonly organization: string;
  readonly role: Role;
  readonly part: "marketplace" | "settings" | "block";
  readonly installationId?: string | undefined;
  readonly componentId?: string | undefined;
  readonly props?: JsonObject | undefined;
  /** The resource that shows the component. */
  readonly resource?: ResourceRef | undefined;
  /** ISO 8601 time. */
  readonly expiresAt: string;
}

/** Names a resource of the platform's product. */
export interface ResourceRef {
  /** A kind of `getContract`. */
  readonly kind: string;
  readonly id: string;
}

/** A poll of a polling endpoint. */
export interface EndpointPoll {
  /**
   * The cursor of an earlier poll: returns later deliveries. Defaults to the oldest delivery that isn't
   * acknowledged.
   */
  readonly cursor?: string | undefined;
  /** 1 to 100; defaults to 100. Large payloads reduce the number. */
  readonly limit?: number | undefined;
  /** The time to wait for a delivery if none is ready, in seconds. At most 20; defaults to 0. */
  readonly waitSeconds?: number | undefined;
}

/** The result of a poll. */
export interface PolledDeliveries {
  /** In the order of their first return. */
  readonly items: readonly PolledDeliveryResource[];
  /**
   * Acknowledges these deliveries and all earlier ones. Same as the request's cursor if `items` is
   * empty.
   */
  readonly cursor?: string | undefined;
}

/** A delivery, as it would be sent to a URL. */
export interface PolledDeliveryResource {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  /** The webhook's headers, including signatures. Names are lower-case, except for custom headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The exact body text that the signatures cover. */
  readonly body: string;
  /** ISO 8601 time. */
  readonly createdAt: string;
}

/** The deliveries that a consumer has processed. */
export interface EndpointAcknowledgement {
  /** The cursor of a poll. */
  readonly cursor: string;
}

/** The number of newly acknowledged deliveries. */
export interface AcknowledgedDeliveries {
  readonly count: number;
}

/** Options for rotating an endpoint's poll token. */
export interface PollTokenRotation {
  /** The remaining lifetime of the previous token, in seconds. At most 30 days; defaults to 0. */
  readonly overlapSeconds?: number | undefined;
}

/** A new token for the consumer of a polling endpoint. */
export interface PollToken {
  /**
   * A bearer token (`whpoll_`) that can only poll and acknowledge at this endpoint. It is shown only
   * once.
   */
  readonly token: string;
  /** ISO 8601 time. */
  readonly createdAt: string;
}

/**
 * Filters of the list of events. An event must match all of them. Each page searches 10,000 events, so
 * with filters it may be short or empty and still have a `next`.
 */
export interface EventQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
  /** Only items of this organization. */
  readonly organization?: string | undefined;
  /** The event with this id. */
  readonly eventId?: string | undefined;
  /** Only events of this type. */
  readonly type?: string | undefined;
  /** Only events that this installation receives. */
  readonly installationId?: string | undefined;
  /** Only events whose payload contains this exact text. */
  readonly text?: string | undefined;
  /** Only events at or after this time. */
  readonly createdSince?: string | undefined;
  /** Only events before this time. */
  readonly createdBefore?: string | undefined;
}

/** An event with its recipients, for administrators. */
export interface PlatformEventResource {
  readonly id: string;
  readonly type: string;
  readonly installationId?: string | undefined;
  /** The organization of a custom event. */
  readonly organizationId?: string | undefined;
  /** The channels that the event was emitted with, if any. */
  readonly channels?: readonly string[] | undefined;
  /** Empty after the event is expunged. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The time when the event's content was deleted. */
  readonly expungedAt?: string | undefined;
  /** ISO 8601 time. */
  readonly dueAt: string;
  /** When delivery stops. Not set if the retry schedule decides. */
  readonly expiresAt?: string | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** The installations that receive the event. Not set until they are determined. */
  readonly recipients?: readonly string[] | undefined;
}

/** An event, as an installation received it. */
export interface EventResource {
  readonly id: string;
  readonly type: string;
  readonly installationId: string;
  /** The event as its recipients get it. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** ISO 8601 time. */
  readonly createdAt: string;
}

/** Whether an event reaches an integration or one of its installation's webhook endpoints. */
export interface EventRecipient {
  readonly installationId: string;
  readonly integration: string;
  /** The webhook endpoint. Not set for the integration itself. */
  readonly endpointId?: string | undefined;
  /** Why its deliveries are held back, such as `installation` while the installation is paused. */
  readonly holds: readonly string[];
  /** Why the event doesn't reach it. Not set if it does. */
  readonly reason?: NotReached | undefined;
  /** The reason as a sentence. */
  readonly detail?: string | undefined;
}

/**
 * Why an event does not reach a recipient. `not_due`: it isn't sent yet. `not_installed_here`,
 * `other_installation`: it happened elsewhere. `removed`, `pending`: the installation's status.
 * `no_scope`: the manifest lacks the scope. `not_handled`: the integration has no handler for it.
 * `not_subscribed`, `other_location`, `other_channel`, `filtered`, `disabled`: the webhook endpoint's
 * settings. `too_late`: the recipient became entitled to the event afterwards.
 */
export type NotReached =
  | "not_due"
  | "not_installed_here"
  | "other_installation"
  | "removed"
  | "pending"
  | "no_scope"
  | "not_handled"
  | "not_subscribed"
  | "other_location"
  | "other_channel"
  | "filtered"
  | "disabled"
  | "too_late";

/** An event type that webhook endpoints can subscribe to. */
export interface EventTypeResource {
  readonly type: string;
  /** A description of the event. */
  readonly summary: string;
  /** The schema's version. It increases with breaking changes. */
  readonly version: string;
  /** The scope that the endpoint's integration needs. */
  readonly scope?: ScopeName | undefined;
  /** JSON Schema (draft 2020-12) of the body. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** A sample body. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** An installation in an organization. */
export interface InstallationResource {
  readonly status: InstallationStatus;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly externalIds: readonly string[];
  /** Problems with the settings that the integration reported, if any. */
  readonly problems?: readonly SetupProblem[] | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** Increases with each change; the version for `If-Match`. */
  readonly updatedAt: string;
  readonly id: string;
  /** The integration's name. */
  readonly integration: string;
  /** The organization's id. */
  readonly organization: string;
  /** Requested scopes that the organization hasn't consented to yet, if any. */
  readonly pendingScopes?: readonly ScopeName[] | undefined;
  /** The version it runs until the organization consents. Not set if it runs the current one. */
  readonly pinnedVersion?: number | undefined;
  /** Why the installation is paused, if a reason was given. */
  readonly pauseReason?: string | undefined;
  readonly urls: {
    readonly publicEndpoint: string;
    readonly app?: string;
  };
  readonly target: Target;
}

/** A problem with a setting that the integration reported during setup. */
export interface SetupProblem {
  /** The setting's name. Empty for a general problem. */
  readonly path: string;
  readonly message: string;
}

/** Changes to an installation. Omitted fields keep their values. */
export interface InstallationUpdate {
  /** Replaces the given properties; `null` removes one. At most 200 at a time. */
  readonly configuration?: Readonly<Record<string, unknown>> | undefined;
  /** At most 100, each of at most 200 characters. */
  readonly externalIds?: readonly string[] | undefined;
}

/** A reason for pausing an installation. */
export interface InstallationPause {
  /** Shown with the installation and recorded in the audit log. At most 300 characters. */
  readonly reason?: string | undefined;
}

/** Selects the options of a setting. */
export interface PropertyOptionQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
  /** The user's input so far. */
  readonly query?: string | undefined;
}

/** An option of a setting. */
export interface PropertyOption {
  readonly label: string;
  readonly value: string;
}

/** A ticket that opens the callback of a settings button. */
export interface ConnectTicket {
  /** The URL to which the console posts the ticket, as the form field `ticket`. */
  readonly url: string;
  readonly ticket: string;
  /** ISO 8601 time. */
  readonly expiresAt: string;
}

/** Whether an installation's integration receives its events. */
export interface IntegrationEndpointResource {
  /** `disabled`: the platform stopped sending. */
  readonly status: "enabled" | "disabled";
  /** `gone`: it responded with 410. `failing`: all requests failed for days. */
  readonly disabledReason?: "gone" | "failing" | undefined;
}

/** Enables a disabled integration again. */
export interface IntegrationEndpointUpdate {
  readonly status: "enabled";
}

/** The period of an endpoint's statistics. */
export interface EndpointStatisticsQuery {
  /** The first hour or day, which is included from its start. Defaults to a day ago. */
  readonly since?: string | undefined;
  /** The length of each entry of `hours`. Days are in UTC. Defaults to `hour`. */
  readonly step?: "hour" | "day" | undefined;
}

/** An endpoint's activity and health. */
export interface EndpointStatisticsResource {
  /** Deliveries waiting to be sent, counted up to 10,000. */
  readonly pending: number;
  /** Deliveries in flight. */
  readonly sending: number;
  /** The time when the oldest due delivery was accepted. */
  readonly oldestDueAt?: string | undefined;
  /** The start of the current series of failures. Not set after a success. */
  readonly failingSince?: string | undefined;
  /** Median request duration. Not set without requests. */
  readonly p50Milliseconds?: number | undefined;
  /** 95th percentile of request durations. Not set without requests. */
  readonly p95Milliseconds?: number | undefined;
  /** Oldest first; hours without activity are omitted. */
  readonly hours: readonly EndpointHourResource[];
}

/** An endpoint's activity in one hour, or in one day if the query asks for days. */
export interface EndpointHourResource {
  /** The start of the hour or day. */
  readonly hour: string;
  readonly delivered: number;
  /** Deliveries that failed permanently. */
  readonly failed: number;
  /** Number of requests. Each successful delivery had one successful request. */
  readonly attempts: number;
  /** Total duration of the requests, in milliseconds. */
  readonly attemptMilliseconds: number;
  /** Median request duration. Not set without requests. */
  readonly p50Milliseconds?: number | undefined;
  /** 95th percentile of request durations. Not set without requests. */
  readonly p95Milliseconds?: number | undefined;
}

/** A durable job that resends failed deliveries with a fresh retry schedule. */
export interface RecoveryResource {
  readonly id: string;
  /** Deliveries that failed at or after this time. */
  readonly failedSince: string;
  /** Deliveries that failed before this time. Defaults to now. */
  readonly failedBefore?: string | undefined;
  /** Deliveries of these event types. Defaults to all. */
  readonly eventTypes?: readonly string[] | undefined;
  /** Deliveries that failed for these reasons. Defaults to all. */
  readonly failures?: readonly RecoverableFailure[] | undefined;
  readonly perSecond: number;
  readonly status: "running" | "done" | "canceled";
  /** Deliveries resent so far. */
  readonly recovered: number;
  /** Matching deliveries when the recovery started. */
  readonly total: number;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** Not set while the recovery runs. */
  readonly finishedAt?: string | undefined;
}

/** Why a delivery failed that can be resent. */
export type RecoverableFailure = "exhausted" | "rejected" | "gone" | "disabled" | "expired";

/** Selects failed deliveries of an endpoint. A delivery must match all filters. */
export interface RecoverySelection {
  /** Deliveries that failed at or after this time. */
  readonly failedSince: string;
  /** Deliveries that failed before this time. Defaults to now. */
  readonly failedBefore?: string | undefined;
  /** Deliveries of these event types. Defaults to all. */
  readonly eventTypes?: readonly string[] | undefined;
  /** Deliveries that failed for these reasons. Defaults to all. */
  readonly failures?: readonly RecoverableFailure[] | undefined;
}

/** The number of deliveries that a recovery would resend. */
export interface RecoveryCount {
  readonly count: number;
}

/** A new recovery. */
export interface RecoveryCreation {
  /** Deliveries that failed at or after this time. */
  readonly failedSince: string;
  /** Deliveries that failed before this time. Defaults to now. */
  readonly failedBefore?: string | undefined;
  /** Deliveries of these event types. Defaults to all. */
  readonly eventTypes?: readonly string[] | undefined;
  /** Deliveries that failed for these reasons. Defaults to all. */
  readonly failures?: readonly RecoverableFailure[] | undefined;
  /** Maximum number of deliveries to resend per second, up to 1,000. Defaults to 100. */
  readonly perSecond?: number | undefined;
}

/** The current version of an integration. */
export interface IntegrationResource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly summary?: string | undefined;
  /** The id of the organization that owns the integration. */
  readonly organization: string;
  readonly visibility: Visibility;
  readonly target: Target;
  readonly scopes: readonly ScopeName[];
  readonly categories: readonly Category[];
  /** Increases with each publication; the version for `If-Match`. */
  readonly version: number;
  /** `url`: hosted by its author. `bundle`: run by the platform. */
  readonly hosting: "url" | "script";
  readonly urls: {
    readonly publicEndpoint: string;
    /** The version's icon, if it has one. */
    readonly icon?: string | undefined;
    /** The base URL of the version's files, with a trailing slash. Not set without files. */
    readonly assets?: string | undefined;
  };
  /** URLs of the preview images, in the manifest's order. */
  readonly previewImages: readonly string[];
  /** Links to more information, in the manifest's order. */
  readonly externalLinks: readonly {
    readonly label: string;
    readonly url: string;
  }[];
}

/** Gives an organization access to an integration that isn't listed for it. */
export interface ShareQuery {
  /** The token of the integration's share link. */
  readonly share?: string | undefined;
}

/** The parts of a manifest that forms need. */
export interface IntegrationManifestResource {
  /** The sections of settings, as in the manifest. */
  readonly configurations: Readonly<Record<string, unknown>>;
  /** The blocks, as in the manifest. */
  readonly blocks: readonly unknown[];
  /** The ids of the components that the integration renders. */
  readonly components: readonly string[];
}

/** Filters of an integration's installations. */
export interface IntegrationInstallationQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
  /** Only items of this organization. */
  readonly organization?: string | undefined;
  /** Only installations with this external id. */
  readonly externalId?: string | undefined;
}

/** A bearer token for the HTTP API. */
export interface InstallationToken {
  readonly token: string;
  /** The minimum remaining lifetime, in seconds. */
  readonly expiresInSeconds: number;
}

/** The organization to install an integration in. */
export interface InstallationCreation {
  /** The organization's id. */
  readonly organization: string;
}

/** Filters of an integration's log. */
export interface IntegrationLogQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
  /** Only lines of at least this level. */
  readonly level?: LogLevel | undefined;
  /** Only lines of this installation. */
  readonly installation?: string | undefined;
  /** Only log lines, or only calls. */
  readonly kind?: "log" | "dispatch" | undefined;
  /** Only lines whose message, event or fields contain this exact text. */
  readonly text?: string | undefined;
  /** Only lines at or after this time. */
  readonly since?: string | undefined;
  /** Only lines before this time. */
  readonly before?: string | undefined;
}

/** The level of a log line, in increasing order of severity. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** A log line of an integration, or a call to it. */
export interface IntegrationLogResource {
  /** The position in the log; increases with each line. */
  readonly id: string;
  /** ISO 8601 time. */
  readonly time: string;
  /** The integration's version. */
  readonly version: number;
  /** `log`: written by the code or its runtime. `dispatch`: a call. */
  readonly kind: "log" | "dispatch";
  readonly level: LogLevel;
  /** Secrets and tokens are replaced by `***`. Stack traces refer to the author's source files. */
  readonly message: string;
  /** The related event. */
  readonly event?:
    | {
        readonly id: string;
        readonly type: string;
      }
    | undefined;
  /** The id of the related installation. */
  readonly installation?: string | undefined;
  /** The HTTP status of a call's response, if there was one. */
  readonly status?: number | undefined;
  /** The duration of a call. */
  readonly durationMilliseconds?: number | undefined;
  /** Structured data that the code logged with the message. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

/** An organization: it owns spaces, sites and integrations, and installs integrations. */
export interface OrganizationResource {
  readonly id: string;
  readonly title: string;
  /** The first label of its hostname. */
  readonly subdomain: string;
  /** Whether members need a second factor. Defaults to `false`. */
  readonly requiresSecondFactor?: boolean | undefined;
}

/** A new organization. */
export interface OrganizationCreation {
  /** At most 200 characters. */
  readonly title: string;
  /** Lower-case letters, digits and hyphens, at most 63 characters; unique on the platform. */
  readonly subdomain: string;
}

/** Changes to an organization. Omitted fields keep their values. */
export interface OrganizationUpdate {
  readonly title?: string | undefined;
  readonly subdomain?: string | undefined;
  /**
   * Requires members to use a second factor; API keys keep working. Only an owner with a second factor
   * can set it.
   */
  readonly requiresSecondFactor?: boolean | undefined;
}

/** A member of an organization. */
export interface MemberResource {
  /** The person's id, as the identity provider names it. */
  readonly id: string;
  readonly name: string;
  readonly email?: string | undefined;
  readonly role: Role;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** When the member's access was suspended. `undefined` for members with access. */
  readonly suspendedAt?: string | undefined;
  /** Set for members that the organization's identity provider manages by SCIM. */
  readonly provisioned?:
    | {
        /** `false` if the identity provider suspended the member. */
        readonly active: boolean;
        /** Whether the identity provider sets the role. */
        readonly setsRole: boolean;
      }
    | undefined;
}

/** A new member. */
export interface MemberCreation {
  /** At most 200 characters. */
  readonly name: string;
  readonly email?: string | undefined;
  readonly role: Role;
}

/** Changes to a member. Omitted fields keep their values. */
export interface MemberUpdate {
  readonly role?: Role | undefined;
  /**
   * Suspends the member's access, and that of their agents, until it is `false` again. Their role and
   * drafts are kept. API keys keep working.
   */
  readonly suspended?: boolean | undefined;
}

/** An invitation that wasn't accepted yet. It may have expired. */
export interface InvitationResource {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time. */
  readonly expiresAt: string;
}

/** A new invitation. */
export interface InvitationCreation {
  readonly email: string;
  readonly role: Role;
  /** The validity of the invitation, in seconds. At most 30 days; defaults to a week. */
  readonly expiresInSeconds?: number | undefined;
}

/**
 * A new invitation with its token, which is shown only once. Anyone with the token can accept the
 * invitation once.
 */
export interface CreatedInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time. */
  readonly expiresAt: string;
  readonly token: string;
  /** Whether it replaces an earlier invitation of the address, whose link no longer works. */
  readonly isResent: boolean;
}

/** The acceptance of an invitation. */
export interface InvitationAcceptance {
  readonly token: string;
}

/** The membership that accepting an invitation created. */
export interface MembershipResource {
  /** The organization's id. */
  readonly organization: string;
  readonly role: Role;
}

/** A new portal session. */
export interface PortalSessionCreation {
  /** The duration of the session, in seconds. At most a day; defaults to 15 minutes. */
  readonly lifetimeSeconds?: number | undefined;
  /** Shows endpoints and deliveries without secrets, and allows no changes. */
  readonly readOnly?: boolean | undefined;
  /**
   * The only event types that the session can see and subscribe to: exact names or wildcards such as
   * `invoice.*`. Endpoints that subscribe to any other type are hidden. Defaults to all.
   */
  readonly eventTypes?: readonly EndpointEventType[] | undefined;
  readonly theme?: PortalTheme | undefined;
}

/** The portal's appearance. Omitted fields follow the reader's system. */
export interface PortalTheme {
  /** The color of links, buttons and selections, as `#rrggbb`. */
  readonly accent?: string | undefined;
  readonly scheme?: "light" | "dark" | undefined;
  /** Corner radius in pixels. */
  readonly radius?: number | undefined;
}

/** A new portal session and its link. Either gives access to the portal. */
export interface CreatedPortalSession {
  /** The id for revoking the session. */
  readonly id: string;
  /** The session's bearer token. */
  readonly token: string;
  /** The portal's URL, to open or embed in a frame. */
  readonly signedUrl: string;
  /** ISO 8601 time. */
  readonly expiresAt: string;
}

/** An active portal session. */
export interface PortalSessionSummary {
  readonly id: string;
  readonly readOnly: boolean;
  /** The only event types that the session can access. Not set for all. */
  readonly eventTypes?: readonly EndpointEventType[] | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time. */
  readonly expiresAt: string;
}

/** An origin whose pages can embed the portal of an organization. */
export interface PortalOrigin {
  /** The id for removing the origin. */
  readonly id: string;
  /** The origin, such as `https://app.example.com`. */
  readonly origin: string;
  /** ISO 8601 time. */
  readonly createdAt: string;
}

/** An origin to allow. */
export interface PortalOriginCreation {
  /** Scheme, host and port, such as `https://app.example.com`. Only loopback hosts can use `http`. */
  readonly origin: string;
}

/** The scope of a portal session. */
export interface PortalSessionResource {
  readonly organization: {
    readonly id: string;
    readonly title: string;
  };
  readonly readOnly: boolean;
  /** The only event types that the session can access. Not set for all. */
  readonly eventTypes?: readonly EndpointEventType[] | undefined;
  readonly theme: PortalTheme;
  /** ISO 8601 time. */
  readonly expiresAt: string;
  /** The installations that endpoints can be registered with. */
  readonly installations: readonly {
    readonly id: string;
    readonly title: string;
  }[];
}

/** The declarations of the platform's product. Its operations are in the OpenAPI document. */
export interface ContractResource {
  /** The product's name. A manifest can name it in `product`. */
  readonly name: string;
  readonly kinds: readonly ContractKind[];
  readonly scopes: readonly ContractScope[];
  readonly events: readonly ContractEvent[];
  /** Defaults to none. */
  readonly requests?: readonly ContractRequest[] | undefined;
}

/** A kind of resource that integrations are installed in. */
export interface ContractKind {
  readonly kind: string;
  readonly title: string;
  /** The kind's name in paths, such as `projects`. */
  readonly plural: string;
  /** The kind that contains it. Not set if it belongs to the organization. */
  readonly within?: string | undefined;
}

/** A permission that the product adds. */
export interface ContractScope {
  readonly scope: string;
  readonly description: string;
  /** Whether it needs an operator's grant. Defaults to false. */
  readonly internal?: boolean | undefined;
  /** Former names, which manifests can use with a warning. */
  readonly formerNames?: readonly string[] | undefined;
  /** Names of the same scope on other platforms. */
  readonly foreignNames?: readonly string[] | undefined;
}

/** An event of the product. */
export interface ContractEvent {
  readonly type: string;
  readonly summary: string;
  /** The kind of resource that the event is about, or `organization`. */
  readonly on: string;
  /** The scope that recipients need. Not set if they need none. */
  readonly scope?: string | undefined;
  /** The schema's version. It increases with breaking changes. */
  readonly version: string;
  /** JSON Schema (draft 2020-12) of the event's own fields. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Sample fields. */
  readonly sample: Readonly<Record<string, unknown>>;
}

/** A request of the product that integrations respond to. */
export interface ContractRequest {
  /** The name of its handler, which starts with `fetch_`. */
  readonly type: string;
  /** The kind of resource that the request is about. */
  readonly on: string;
  /** The scope that an integration needs. Not set if it needs none. */
  readonly scope?: string | undefined;
  /** JSON Schema (draft 2020-12) of the request's own fields. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Filters for provisioned users, combined with AND. */
export interface ProvisionedUserQuery {
  readonly id?: string | undefined;
  /** Regardless of case. */
  readonly userName?: string | undefined;
  readonly externalId?: string | undefined;
  /** The address that the person signs in with, regardless of case. */
  readonly email?: string | undefined;
  /** The position of the first result. Defaults to 1. */
  readonly startIndex?: number | undefined;
  /** Results per page. Defaults to 100. */
  readonly count?: number | undefined;
}

/** Provisioned users in the order of their creation, from a position as in SCIM. */
export interface ProvisionedUserList {
  readonly users: readonly ProvisionedUserResource[];
  /** The number of users that match the query. */
  readonly total: number;
}

/** A user of an organization's identity provider. They become a member when they sign in and join. */
export interface ProvisionedUserResource {
  /** Unique within the organization, regardless of case. */
  readonly userName: string;
  /** The user's id in the identity provider. */
  readonly externalId?: string | undefined;
  readonly displayName?: string | undefined;
  readonly name?:
    | {
        readonly formatted?: string | undefined;
        readonly givenName?: string | undefined;
        readonly familyName?: string | undefined;
      }
    | undefined;
  /**
   * The primary one, or else the first, is the address that the person signs in with. Defaults to
   * `userName`. At most 20.
   */
  readonly emails?:
    | readonly {
        readonly value: string;
        readonly type?: string | undefined;
        readonly primary?: boolean | undefined;
      }[]
    | undefined;
  /**
   * The member's role, which then can't be changed elsewhere. Not applied to owners. Without it, new
   * members are readers.
   */
  readonly role?: "admin" | "editor" | "developer" | "operator" | "reader" | undefined;
  /** `false` suspends the member's access. */
  readonly active: boolean;
  readonly id: string;
  /** The address that the person signs in with, in lower case. */
  readonly email: string;
  /** The groups of the user, by id. Not set without groups. */
  readonly groups?: readonly ProvisionedUserGroup[] | undefined;
  /** The member's id. Not set before the person joins. */
  readonly memberId?: string | undefined;
  /** Changes with every write; the version for `If-Match`. */
  readonly version: string;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time. */
  readonly updatedAt: string;
}

/** A group of a provisioned user. */
export interface ProvisionedUserGroup {
  readonly id: string;
  readonly displayName: string;
}

/** A user as an identity provider describes them. */
export interface ProvisionedUserDefinition {
  /** Unique within the organization, regardless of case. */
  readonly userName: string;
  /** The user's id in the identity provider. */
  readonly externalId?: string | undefined;
  readonly displayName?: string | undefined;
  readonly name?:
    | {
        readonly formatted?: string | undefined;
        readonly givenName?: string | undefined;
        readonly familyName?: string | undefined;
      }
    | undefined;
  /**
   * The primary one, or else the first, is the address that the person signs in with. Defaults to
   * `userName`. At most 20.
   */
  readonly emails?:
    | readonly {
        readonly value: string;
        readonly type?: string | undefined;
        readonly primary?: boolean | undefined;
      }[]
    | undefined;
  /**
   * The member's role, which then can't be changed elsewhere. Not applied to owners. Without it, new
   * members are readers.
   */
  readonly role?: "admin" | "editor" | "developer" | "operator" | "reader" | undefined;
  /** `false` suspends the member's access. */
  readonly active: boolean;
}

/** Filters for provisioned groups, combined with AND. */
export interface ProvisionedGroupQuery {
  readonly id?: string | undefined;
  /** Regardless of case. */
  readonly displayName?: string | undefined;
  readonly externalId?: string | undefined;
  /** The id of a provisioned user in the group. */
  readonly member?: string | undefined;
  /**
   * `members` adds the groups' members. A page then contains fewer groups if they have more than 20000
   * members together.
   */
  readonly include?: "members" | undefined;
  /** The position of the first result. Defaults to 1. */
  readonly startIndex?: number | undefined;
  /** Results per page. Defaults to 100. */
  readonly count?: number | undefined;
}

/** Provisioned groups in the order of their creation, from a position as in SCIM. */
export interface ProvisionedGroupList {
  readonly groups: readonly ProvisionedGroupResource[];
  /** The number of groups that match the query. */
  readonly total: number;
}

/** A group of an organization's identity provider. */
export interface ProvisionedGroupResource {
  /** Unique within the organization, regardless of case. */
  readonly displayName: string;
  /** The group's id in the identity provider. */
  readonly externalId?: string | undefined;
  readonly id: string;
  /**
   * The role of the group's members, which an owner chose. A user in several groups has the highest
   * role.
   */
  readonly role?: "admin" | "editor" | "developer" | "operator" | "reader" | undefined;
  /** The ids of provisioned users. In lists only if the query includes them. */
  readonly members?: readonly string[] | undefined;
  /** Changes with every write of the identity provider. */
  readonly version: string;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time. */
  readonly updatedAt: string;
}

/** A group as an identity provider describes it. */
export interface ProvisionedGroupDefinition {
  /** Unique within the organization, regardless of case. */
  readonly displayName: string;
  /** The group's id in the identity provider. */
  readonly externalId?: string | undefined;
  /** The ids of provisioned users. Defaults to none. */
  readonly members?: readonly string[] | undefined;
}

/** Changes to a group. Omitted fields stay unchanged. */
export interface ProvisionedGroupUpdate {
  readonly displayName?: string | undefined;
  /** `null` removes it. */
  readonly externalId?: string | null | undefined;
  /** Replaces all members. */
  readonly members?: readonly string[] | undefined;
  readonly addMembers?: readonly string[] | undefined;
  /** Removed before others are added. Unknown ids are ignored. */
  readonly removeMembers?: readonly string[] | undefined;
}

/** The role that members of a group have. */
export interface ProvisionedGroupRole {
  /** Defaults to none: other groups or the identity provider set the role. */
  readonly role?: "admin" | "editor" | "developer" | "operator" | "reader" | undefined;
}

/**
 * A version of an integration to publish: either a `url` that its author hosts, or a `bundle` that the
 * platform runs. It is checked with `checkManifest`, `checkFiles` and `checkAgainstIntegration` of
 * `@plugboard/manifest`. Errors reject a bundle with `invalid_manifest`; of a `url`, only an invalid
 * manifest is rejected and other errors become warnings, as the hosted code may change later. A bundle
 * that doesn't start is rejected with `integration_failed`. The previous version finishes the events
 * it is handling.
 */
export interface IntegrationPublication {
  /** The text of `service-manifest.yaml`. */
  readonly manifest: string;
  /** The http(s) URL that hosts the integration. */
  readonly url?: string | undefined;
  /** The code for the platform to run. */
  readonly bundle?: IntegrationBundle | undefined;
  /**
   * Base64 files by their path relative to the manifest, such as `assets/icon.svg`: icons, preview
   * images and anything else to serve below `urls.assets`. They are served as long as the version is
   * kept.
   */
  readonly assets?: Readonly<Record<string, string>> | undefined;
  /** Values of the secrets that the manifest declares. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /**
   * The secret that signs requests to the `url`, at least 16 characters. Required for the first
   * publication; a new one starts a rotation. Not used with a `bundle`, whose secret the platform
   * generates.
   */
  readonly signingSecret?: string | undefined;
}

/** The code of an integration that the platform runs. */
export interface IntegrationBundle {
  /**
   * A self-contained ES module that exports `createIntegration({ … })` as default or as `integration`.
   * Bundle it for a web runtime: `esbuild --bundle --format=esm --platform=neutral
   * --conditions=worker,import`.
   */
  readonly module: string;
  /** The source map's text, so that stack traces refer to the author's source files. */
  readonly sourceMap?: string | undefined;
}

/** An integration that was just published. */
export interface PublishedIntegrationResource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly summary?: string | undefined;
  /** The id of the organization that owns the integration. */
  readonly organization: string;
  readonly visibility: Visibility;
  readonly target: Target;
  readonly scopes: readonly ScopeName[];
  readonly categories: readonly Category[];
  /** Increases with each publication; the version for `If-Match`. */
  readonly version: number;
  /** `url`: hosted by its author. `bundle`: run by the platform. */
  readonly hosting: "url" | "script";
  readonly urls: {
    readonly publicEndpoint: string;
    /** The version's icon, if it has one. */
    readonly icon?: string | undefined;
    /** The base URL of the version's files, with a trailing slash. Not set without files. */
    readonly assets?: string | undefined;
  };
  /** URLs of the preview images, in the manifest's order. */
  readonly previewImages: readonly string[];
  /** Links to more information, in the manifest's order. */
  readonly externalLinks: readonly {
    readonly label: string;
    readonly url: string;
  }[];
  /** Suggestions, such as a preview image of an unusual size. They don't prevent publication. */
  readonly warnings: readonly {
    readonly path: string;
    readonly message: string;
  }[];
}

/** One published version of an integration. */
export interface IntegrationVersionResource {
  /** Counts from 1. A rollback gets a new number. */
  readonly version: number;
  /** ISO 8601 time. */
  readonly publishedAt: string;
  /** Whether this version receives events. */
  readonly isCurrent: boolean;
  /** The author's URL. Not set if the platform runs a bundle. */
  readonly url?: string | undefined;
  /**
   * The bundle that the platform runs: a SHA-256 over the module's SHA-256 and its source map, and the
   * total size in bytes.
   */
  readonly bundle?:
    | {
        readonly hash: string;
        readonly bytes: number;
      }
    | undefined;
  /** The version that this one rolled back to. */
  readonly restored?: number | undefined;
  readonly declares: VersionDeclarations;
}

/** The declarations in a version's manifest. */
export interface VersionDeclarations {
  readonly scopes: readonly ScopeName[];
  /** Settings of all levels, such as `account.channel`. */
  readonly settings: readonly string[];
  /** Block ids. */
  readonly blocks: readonly string[];
}

/** The version to roll back to. */
export interface IntegrationRollBack {
  /** One of the stored versions. */
  readonly version: number;
}

/** The resource of a sample event. */
export interface SampleEventQuery {
  /** The resource of the event's kind. Defaults to the first one that has the integration. */
  readonly resourceId?: string | undefined;
}

/** An event with sample data for testing an installation. */
export interface SampleEventResource {
  readonly type: string;
  /** The event's own fields, with the ID of a resource that has the integration. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Why the installation wouldn't receive the event. Not set if it would. */
  readonly refusal?: string | undefined;
}

/** Changes to a sample event. */
export interface SampleEventCreation {
  /** The resource of the event's kind. Defaults to the first one that has the integration. */
  readonly resourceId?: string | undefined;
  /** Fields to override. Objects are merged, other values replaced. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

/** An accepted sample event. */
export interface SentSampleEvent {
  readonly eventId: string;
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A schedule of an installation's integration. */
export interface ScheduleResource {
  readonly id: string;
  readonly cron?: string | undefined;
  /** The time zone of `cron`. Defaults to UTC. */
  readonly timeZone?: string | undefined;
  readonly everyMinutes?: number | undefined;
  /** The next tick. The event is sent up to a minute later. */
  readonly nextAt: string;
}

/** A script grant with its meaning. */
export interface DescribedScriptGrant {
  /**
   * The id of the organization that owns the integration. The grant doesn't apply to another owner of
   * the same name.
   */
  readonly organization: string;
  /** Internal scopes of the product. An empty list revokes the grant. */
  readonly scopes: readonly ScopeName[];
  /**
   * The sources that pages with the script can load, narrowed by the manifest's `contentSecurityPolicy`.
   * Defaults to none.
   */
  readonly sources?: ScriptSources | undefined;
  /** The permissions of the integration in plain English. */
  readonly summary: readonly string[];
}

/**
 * Sources by Content Security Policy directive, such as `https://cdn.example`,
 * `https://*.cdn.example`, `blob:` or the hash of an inline script.
 */
export interface ScriptSources {
  readonly "script-src"?: readonly string[] | undefined;
  readonly "connect-src"?: readonly string[] | undefined;
  readonly "style-src"?: readonly string[] | undefined;
  readonly "img-src"?: readonly string[] | undefined;
  readonly "font-src"?: readonly string[] | undefined;
  readonly "media-src"?: readonly string[] | undefined;
  readonly "frame-src"?: readonly string[] | undefined;
  readonly "child-src"?: readonly string[] | undefined;
  readonly "worker-src"?: readonly string[] | undefined;
  readonly "form-action"?: readonly string[] | undefined;
}

/**
 * Internal permissions that the operator grants an integration. Manifests with internal scopes are
 * rejected without a grant; revoking a grant disables its scopes immediately.
 */
export interface ScriptGrant {
  /**
   * The id of the organization that owns the integration. The grant doesn't apply to another owner of
   * the same name.
   */
  readonly organization: string;
  /** Internal scopes of the product. An empty list revokes the grant. */
  readonly scopes: readonly ScopeName[];
  /**
   * The sources that pages with the script can load, narrowed by the manifest's `contentSecurityPolicy`.
   * Defaults to none.
   */
  readonly sources?: ScriptSources | undefined;
}

/** A server setting. */
export interface SettingResource {
  /** The environment variable's name. */
  readonly name: string;
  /** A description in one sentence of Markdown. */
  readonly meaning: string;
  /**
   * The current value or default, in the syntax of the environment variable. Not set for secrets, and
   * for settings without either.
   */
  readonly value?: string | undefined;
  /** Whether the operator set it. */
  readonly isSet: boolean;
  /** Whether the value is never shown. */
  readonly isSecret: boolean;
  /** Whether `updateSettings` can change it at runtime. */
  readonly isChangeable: boolean;
}

/** Changes to settings, applied all or none. */
export interface SettingChanges {
  readonly settings: readonly SettingChange[];
}

/** A change to a setting. */
export interface SettingChange {
  readonly name: string;
  /**
   * The new value, in the syntax of the environment variable. It overrides the variable; `null` restores
   * the variable's value.
   */
  readonly value: string | null;
}

/** Which stored values to list. */
export interface StorageListQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
  /** Lists only keys with this prefix. */
  readonly prefix?: string | undefined;
}

/** A value that an integration stored. */
export interface StoredValue {
  readonly key: string;
  /** Changes with every write and never repeats in an installation; the version for `If-Match`. */
  readonly version: string;
  /** The expiration time. Values without it don't expire. */
  readonly expiresAt?: string | undefined;
  readonly value: Json;
}

/** The resource installation that stored values belong to. Defaults to the installation itself. */
export interface StorageQuery {}

/** A value to store. */
export interface StoredValueUpdate {
  /** At most 64 KiB of JSON. */
  readonly value: Json;
  /** Deletes the value after this many seconds. Defaults to keeping it. */
  readonly ttlSeconds?: number | undefined;
}

/** The state of a stored value, without the value. */
export interface StoredValueVersion {
  readonly key: string;
  /** Changes with every write and never repeats in an installation; the version for `If-Match`. */
  readonly version: string;
  /** The expiration time. Values without it don't expire. */
  readonly expiresAt?: string | undefined;
}

/** A change to a stored number. */
export interface StoredValueIncrement {
  /** May be negative. Defaults to 1. */
  readonly by?: number | undefined;
  /** Applies only if the call creates the number; an existing number keeps its expiration. */
  readonly ttlSeconds?: number | undefined;
}

/** A stored number after an increment. */
export interface StoredNumber {
  readonly key: string;
  /** Changes with every write and never repeats in an installation; the version for `If-Match`. */
  readonly version: string;
  /** The expiration time. Values without it don't expire. */
  readonly expiresAt?: string | undefined;
  readonly value: number;
}

/**
 * The webhook endpoint that receives new entries of an organization's audit log, or new log lines of
 * its integrations.
 */
export interface StreamResource {
  readonly url: string;
  /** Only log lines of at least this level. */
  readonly level?: LogLevel | undefined;
  /** Only log lines of these integrations. Defaults to all of the organization. */
  readonly integrations?: readonly string[] | undefined;
  /** Only log lines of these installations. Defaults to all. */
  readonly installations?: readonly string[] | undefined;
  /** The key that verifies the signatures (`whsec_`). */
  readonly secret: string;
  /** ISO 8601 time. */
  readonly createdAt: string;
  readonly health: EndpointHealth;
  /** Deliveries that failed permanently and can be resent. */
  readonly failed: number;
}

/** Whether an endpoint accepts its deliveries, with the numbers that justify it. */
export interface EndpointHealth {
  /**
   * `healthy`: less than 5% of the requests failed. `degraded`: more failed, or the latest one.
   * `failing`: all requests have failed, for five minutes or at least three times. `paused`: deliveries
   * are kept until the endpoint is enabled or verified. `disabled`: there are no new deliveries.
   */
  readonly state: "healthy" | "degraded" | "failing" | "paused" | "disabled";
  /** Requests of the last 24 hours. */
  readonly requests: number;
  /** Failed requests of the last 24 hours. */
  readonly failedRequests: number;
  /** 95th percentile of the request durations of the last 24 hours. Not set without requests. */
  readonly p95Milliseconds?: number | undefined;
  /** Deliveries that wait to be sent, counted up to 10,000. */
  readonly waiting: number;
  /** The first failure since the last success. Not set after a success. */
  readonly failingSince?: string | undefined;
}

/** The URL and the filter of a stream. Only streams of logs have a filter. */
export interface StreamUpdate {
  readonly url: string;
  /** Only log lines of at least this level. */
  readonly level?: LogLevel | undefined;
  /** Only log lines of these integrations. Defaults to all of the organization. */
  readonly integrations?: readonly string[] | undefined;
  /** Only log lines of these installations. Defaults to all. */
  readonly installations?: readonly string[] | undefined;
}

/** The number of deliveries to resend. */
export interface ResentCount {
  readonly count: number;
}

/** Work that an integration queues for itself, delivered as a `task` event. */
export interface TaskCreation {
  readonly task: {
    /** At most 100 characters. */
    readonly type: string;
    /** JSON. */
    readonly payload?: unknown;
  };
  /** The installation to run the task for. Required unless the token belongs to an installation. */
  readonly installationId?: string | undefined;
  /** Delay in seconds, at most 30 days. Defaults to 0. */
  readonly delaySeconds?: number | undefined;
  /**
   * When the task becomes obsolete: if it isn't handled by then, it fails as `expired`. By default only
   * the retry schedule limits delivery.
   */
  readonly expiresAt?: string | undefined;
}

/** A queued task. */
export interface TaskResource {
  readonly id: string;
  /** The `eventId` of the future `task` event. */
  readonly eventId: string;
  /** ISO 8601 time. */
  readonly dueAt: string;
}

/** A task and its progress. */
export interface TaskState {
  readonly id: string;
  readonly type: string;
  /** A task that is waiting for a retry or its next run is `running`. */
  readonly status: "queued" | "running" | "completed" | "failed" | "canceled";
  /** ISO 8601 time. */
  readonly dueAt: string;
  readonly progress?: TaskProgress | undefined;
  /** The number of checkpoints. */
  readonly steps: number;
  /** The number of requests to the integration. */
  readonly runs: number;
  /** Why the last run failed. */
  readonly error?: string | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** The last checkpoint, progress report or change of status. */
  readonly updatedAt: string;
}

/** Progress that a task reports. */
export interface TaskProgress {
  /** The finished amount, in any unit. */
  readonly done?: number | undefined;
  /** The whole amount, in the same unit. */
  readonly total?: number | undefined;
  /** At most 200 characters. */
  readonly message?: string | undefined;
}

/** A finished step or the progress of a task. */
export interface TaskCheckpoint {
  /** The number of the run, from the task event. */
  readonly run: number;
  readonly step?:
    | {
        /** At most 200 characters. */
        readonly name: string;
        /** At most 64 KiB of JSON, 256 KiB for all steps of a task. */
        readonly value?: Json | undefined;
      }
    | undefined;
  readonly progress?: TaskProgress | undefined;
}

/** One stored row of an organization, without secrets. */
export interface ExportedRow {
  /** The kind of data, such as `installations`. */
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The platform administrator's reason for accessing an organization. */
export interface SupportAccessReason {
  /** Shown in the organization's audit log. At most 300 characters. */
  readonly reason: string;
}

/** The platform administrator's temporary access to an organization. */
export interface SupportAccess {
  readonly organization: string;
  /** Shown in the organization's audit log. At most 300 characters. */
  readonly reason: string;
  /** The end of the access. */
  readonly expiresAt: string;
}

/** An organization's usage. */
export interface OrganizationUsage {
  readonly members: number;
  readonly apiKeys: number;
  readonly installations: number;
  readonly webhookEndpoints: number;
  /** Deliveries currently in flight. */
  readonly deliveriesInFlight: number;
  /** Stored events. */
  readonly events: number;
  /** Characters in stored events and in the product's content. */
  readonly storedCharacters: number;
  /** Quotas of which at least 80% is used. */
  readonly nearQuotas: readonly NearQuota[];
  /** Limits that the platform administrator configured. */
  readonly limits: OrganizationQuota;
  /** Requests of all API keys. */
  readonly requests: RateUsage;
  /** Events that count toward the quota, if there is one. */
  readonly emittedEvents?: RateUsage | undefined;
  /** Tasks, if there is a quota. */
  readonly tasks?: RateUsage | undefined;
}

/** A quota of which an organization has used at least 80%. */
export interface NearQuota {
  /** The name in `OrganizationQuota`. */
  readonly quota: string;
  /** The used share. */
  readonly percent: number;
  /**
   * `day` for rate limits, with the highest use of the day (UTC). `month` for all other limits, with the
   * use now. Owners and admins are alerted at 80% and at 100%, once per period.
   */
  readonly period: "day" | "month";
}

/** An organization's limits. */
export interface OrganizationQuota {
  /** Requests of all its API keys. Defaults to the platform's limit. */
  readonly requestsPerMinute?: number | undefined;
  /** Tasks that all integrations queue in the organization, in addition to the limit per integration. */
  readonly tasksPerMinute?: number | undefined;
  /**
   * Events that API calls emit, plus the product's. API calls beyond the quota are rejected. Tasks and
   * installation events don't count.
   */
  readonly eventsPerMinute?: number | undefined;
  /**
   * Approximate number of concurrent deliveries to endpoints and integrations, across all processes.
   * Further deliveries wait.
   */
  readonly maxDeliveriesInFlight?: number | undefined;
  readonly maxWebhookEndpoints?: number | undefined;
  /** Days until event bodies are expunged. Delivery records are kept for the usual time. */
  readonly keepBodiesDays?: number | undefined;
  readonly ownerRequestsPerMinute?: number | undefined;
  readonly adminRequestsPerMinute?: number | undefined;
  readonly editorRequestsPerMinute?: number | undefined;
  readonly developerRequestsPerMinute?: number | undefined;
  readonly operatorRequestsPerMinute?: number | undefined;
  readonly readerRequestsPerMinute?: number | undefined;
}

/** A rate limit per minute and its remaining amount. */
export interface RateUsage {
  readonly perMinute: number;
  readonly remaining: number;
}

/** An organization's usage by day. */
export interface UsageDays {
  /** Days with usage, oldest first. Recent usage is added within ten seconds. */
  readonly days: readonly {
    /** The day in UTC. */
    readonly day: string;
    /**
     * Sums of the day: `requests` of API keys, `acceptedEvents`, `tasks`, `scriptMilliseconds` and the
     * product's, such as `visits`. Last values of the day: the numbers of `OrganizationUsage`, such as
     * `storedCharacters`.
     */
    readonly counters: Readonly<Record<string, number>>;
  }[];
}

/** The events to expunge. */
export interface ExpungeRequest {
  /** Events accepted before this time. */
  readonly before: string;
}

/** The expunged data. */
export interface ExpungeResult {
  /** Events of the organization, its resources and its installations. */
  readonly events: number;
  /** Stored bodies of installations' events, and the responses to them. */
  readonly bodies: number;
}

/** The keys that sign tokens. The first one signs; the others verify tokens issued earlier. */
export interface TokenKeys {
  readonly keys: readonly {
    readonly kid: string;
    /** The time when the key was retired (ISO 8601). Not set for the signing key. */
    readonly publishedUntil?: string | undefined;
  }[];
}

/** Selects tools. */
export interface ToolsQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
  /** Only the tools of this integration. Defaults to all integrations. */
  readonly integration?: string | undefined;
}

/** A tool of an installed integration. */
export interface ToolResource {
  /** The tool's ID in the manifest. */
  readonly id: string;
  /** The tool's name for agents: the integration's name, two underscores and the ID. */
  readonly name: string;
  readonly integration: string;
  readonly installationId: string;
  readonly title: string;
  /** Written by the integration's author. */
  readonly description: string;
  /** Whether calls can change data. If so, call it with `callWritingTool`, otherwise with `callTool`. */
  readonly writes: boolean;
  /** The JSON Schema of the arguments. */
  readonly inputSchema: JsonObject;
  /** The JSON Schema of the result. */
  readonly outputSchema?: JsonObject | undefined;
  /** The component that shows a result. Render it with `renderToolComponent`. */
  readonly component?: string | undefined;
}

/** The arguments of a tool. */
export interface ToolCall {
  /** Must match the tool's `inputSchema`. */
  readonly arguments: JsonObject;
}

/** The result of a tool. */
export interface ToolResult {
  /** Matches the tool's `outputSchema`, if it has one. */
  readonly result: JsonObject;
}

/** The input for showing the component of a tool. */
export interface ToolComponentRendering {
  /** The tool's component, or one that it opened in a modal. Defaults to the tool's component. */
  readonly componentId?: string;
  /** The tool's result, or the props of a modal's component. */
  readonly props: JsonObject;
  readonly theme: "light" | "dark";
  /** The state from the component's last response. */
  readonly state?: JsonObject;
}

/** A person's action in the component of a tool. */
export interface ToolComponentAction {
  /** The tool's component, or one that it opened in a modal. Defaults to the tool's component. */
  readonly componentId?: string;
  /** The tool's result, or the props of a modal's component. */
  readonly props: JsonObject;
  readonly theme: "light" | "dark";
  /** The state from the component's last response. */
  readonly state?: JsonObject;
  readonly action: {
    readonly action: string;
    readonly [name: string]: Json | undefined;
  };
}

/** A submission for listing an integration publicly, and its outcome. */
export interface IntegrationReviewResource {
  readonly id: string;
  readonly organization: string;
  readonly integration: string;
  readonly version: number;
  readonly scopes: readonly ScopeName[];
  readonly status: "submitted" | "approved" | "rejected";
  /** Why it was rejected. */
  readonly reason?: string | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time. */
  readonly decidedAt?: string | undefined;
}

/** Filters of submissions. */
export interface IntegrationReviewQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
  /** Only items of this organization. */
  readonly organization?: string | undefined;
  /** Only submissions of this integration. */
  readonly integration?: string | undefined;
  /** Only submissions with this status. */
  readonly status?: "submitted" | "approved" | "rejected" | undefined;
}

/** A rejection of a submission. */
export interface IntegrationRejection {
  /** At most 300 characters. */
  readonly reason: string;
}

/** A link for seeing and installing an unlisted integration from other organizations. */
export interface ShareLink {
  readonly url: string;
}

/** An organization's consent to scopes. */
export interface Consent {
  /**
   * The scopes shown to the person who consents: at least those that the installation's integration
   * requests.
   */
  readonly scopes: readonly ScopeName[];
}

/** Filters of webhook endpoints. */
export interface WebhookEndpointQuery {
  /** The previous page's `next`. */
  readonly cursor?: string | undefined;
  /** Items per page, at most 100. Defaults to 100. */
  readonly limit?: number | undefined;
  /** Only endpoints with this channel. */
  readonly channel?: string | undefined;
}

/** A URL or queue that receives webhooks for an installation. Its secrets are read separately. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly health: EndpointHealth;
  readonly installationId: string;
  /** The URL to poll, for a polling endpoint. */
  readonly url: string;
  /** The consumer polls for deliveries. Not set if they are sent to the URL. */
  readonly polling?: true | undefined;
  /** Not set if deliveries are HTTP requests. */
  readonly destination?: EndpointDestination | undefined;
  readonly eventTypes: readonly EndpointEventType[];
  /** Limits the endpoint to events of these channels. Not set if it receives all events. */
  readonly channels?: readonly string[] | undefined;
  /** Not set if a shared secret signs. */
  readonly signingKey?: "ed25519" | undefined;
  /** Limits the endpoint to events that meet all conditions. */
  readonly filter?: readonly FieldCondition[] | undefined;
  /** Limits the endpoint to events of this resource. */
  readonly resource?: ResourceRef | undefined;
  /** The integration transforms each payload. By default events are sent unchanged. */
  readonly transform?: boolean | undefined;
  /** The delay before each retry, in seconds. Not set if the server's schedule applies. */
  readonly retryDelaysSeconds?: readonly number[] | undefined;
  /** Timeout of a request in milliseconds. Defaults to the platform's timeout. */
  readonly timeoutMilliseconds?: number | undefined;
  /**
   * Custom request headers. They are encrypted at rest; responses show the names, with `[redacted]` as
   * values.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly rateLimit?: EndpointRateLimit | undefined;
  /** Defaults to both. */
  readonly signatures?: readonly EndpointSignature[] | undefined;
  /**
   * Names the signature headers after your product: `acme` sends `acme-id`, `acme-timestamp`,
   * `acme-signature` and `x-acme-signature`. At most 40 characters. Defaults to `webhook-…` and
   * `X-Service-Signature`.
   */
  readonly headerPrefix?: string | undefined;
  readonly authentication?: EndpointAuthentication | undefined;
  readonly clientCertificate?: EndpointCertificate | undefined;
  /**
   * Whether the endpoint passed the platform's challenge; deliveries wait until then. Not set if none is
   * required.
   */
  readonly verification?: "pending" | "verified" | undefined;
  /** `paused` queues deliveries until the endpoint is enabled; `disabled` gets no new ones. */
  readonly status: "enabled" | "paused" | "disabled";
  /**
   * Why the platform disabled the endpoint. `gone`: it responded with 410. `failing`: all requests
   * failed for days. Not set if a person disabled it.
   */
  readonly disabledReason?: "gone" | "failing" | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time. */
  readonly updatedAt: string;
}

/**
 * A system other than HTTP that receives an endpoint's events. `getDestinationTypes` has the types and
 * their fields. Responses show `[redacted]` instead of secrets.
 */
export interface EndpointDestination {
  readonly type: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/** A condition on one event field. Exactly one of `equals`, `oneOf` and `exists` is required. */
export interface FieldCondition {
  /** The path to the field, outermost name first, such as `["feedback", "rating"]`. At most 10 names. */
  readonly field: readonly string[];
  /** Met if the field has this value. */
  readonly equals?: FieldValue | undefined;
  /** Met if the field has one of these values. At most 100. */
  readonly oneOf?: readonly FieldValue[] | undefined;
  /** Met if the field is present (`true`) or missing (`false`). */
  readonly exists?: boolean | undefined;
}

/** A value to compare an event field with. */
export type FieldValue = string | number | boolean | null;

/** A request rate limit. */
export interface EndpointRateLimit {
  /** Average number of requests per second. May be fractional. */
  readonly perSecond: number;
  /** Number of requests that may start at once after an idle period. */
  readonly burst: number;
}

/**
 * A signature format: `service` is `X-Service-Signature`, `standard` is the three headers of Standard
 * Webhooks.
 */
export type EndpointSignature = "service" | "standard";

/**
 * The `Authorization` header of requests: HTTP basic authentication, or a token from an OAuth 2 client
 * credentials grant. Responses show `[redacted]` instead of secrets.
 */
export type EndpointAuthentication =
  | {
      readonly type: "basic";
      readonly username: string;
      readonly password: string;
    }
  | {
      readonly type: "oauth2";
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scope?: string | undefined;
      readonly audience?: string | undefined;
    };

/** A client certificate for mutual TLS, in PEM. Responses show `[redacted]` instead of the private key. */
export interface EndpointCertificate {
  readonly certificate: string;
  readonly privateKey: string;
  /** Certificate authorities to trust for the endpoint. Defaults to the public ones. */
  readonly authorities?: string | undefined;
}

/** The systems other than HTTP that endpoints can use. */
export interface DestinationTypes {
  readonly types: readonly DestinationType[];
}

/** A system that receives events as messages. */
export interface DestinationType {
  readonly type: string;
  readonly name: string;
  /** The form of an endpoint's `url`. */
  readonly url: {
    readonly label: string;
    readonly example: string;
  };
  readonly fields: readonly DestinationField[];
  /** Whether portal sessions can create endpoints of this type. */
  readonly inPortal: boolean;
}

/** A field of a destination. */
export interface DestinationField {
  /** The name in `settings`, or in `secrets` if it is a secret. */
  readonly name: string;
  readonly label: string;
  /** Its meaning, and the default of an optional field. */
  readonly hint?: string | undefined;
  readonly isSecret: boolean;
  readonly isRequired: boolean;
}

/** A new webhook endpoint. */
export interface WebhookEndpointCreation {
  /**
   * A public https URL of at most 2,000 characters, or http if the operator allows it. The address of
   * its system if `destination` is set. Required unless `polling` is set.
   */
  readonly url?: string | undefined;
  /** Publishes to a queue or another system instead of sending HTTP requests. Its type can't change. */
  readonly destination?: EndpointDestination | undefined;
  /**
   * Creates a polling endpoint: its consumer fetches deliveries with a token instead of receiving
   * requests. Excludes the options for sending.
   */
  readonly polling?: true | undefined;
  /** 1 to 200 event types. A wildcard includes types that are defined later. */
  readonly eventTypes: readonly EndpointEventType[];
  /**
   * Limits the endpoint to events of these channels. At most 100, each of up to 128 letters, digits and
   * `_ - . : /`. By default it receives events with or without channels.
   */
  readonly channels?: readonly string[] | undefined;
  /** Limits the endpoint to events that meet all conditions. At most 20. */
  readonly filter?: readonly FieldCondition[] | undefined;
  /**
   * Limits the endpoint to events of this resource of the product. Can't be combined with the ID of a
   * resource, such as `projectId`.
   */
  readonly resource?: ResourceRef | undefined;
  /**
   * `ed25519` signs with a private key that never leaves the platform, in the `v1a` format of Standard
   * Webhooks only. Defaults to a shared secret.
   */
  readonly signingKey?: "ed25519" | undefined;
  /**
   * `paused` queues deliveries and `disabled` gets none until the endpoint is enabled. Defaults to
   * `enabled`.
   */
  readonly status?: "enabled" | "paused" | "disabled" | undefined;
  /** Holds deliveries until the endpoint passes `verifyWebhookEndpoint`, and again after its URL changes. */
  readonly requiresVerification?: boolean | undefined;
  /**
   * Lets the integration's `fetch_webhook_payload` handler create each payload before it is signed. If
   * it returns no payload, the attempt fails.
   */
  readonly transform?: boolean | undefined;
  /**
   * The delay before each retry in whole seconds, at most 30 days each and at most 50 retries. Up to 10%
   * is added at random. Defaults to the server's schedule.
   */
  readonly retryDelaysSeconds?: readonly number[] | undefined;
  /** Timeout of a request in milliseconds. Defaults to the platform's timeout. */
  readonly timeoutMilliseconds?: number | undefined;
  /**
   * Custom request headers. They are encrypted at rest; responses show the names, with `[redacted]` as
   * values.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly rateLimit?: EndpointRateLimit | undefined;
  /** Defaults to both. */
  readonly signatures?: readonly EndpointSignature[] | undefined;
  /**
   * Names the signature headers after your product: `acme` sends `acme-id`, `acme-timestamp`,
   * `acme-signature` and `x-acme-signature`. At most 40 characters. Defaults to `webhook-…` and
   * `X-Service-Signature`.
   */
  readonly headerPrefix?: string | undefined;
  readonly authentication?: EndpointAuthentication | undefined;
  readonly clientCertificate?: EndpointCertificate | undefined;
}

/**
 * Changes to a webhook endpoint. Omitted fields keep their values. Enabling an endpoint clears its
 * failure state.
 */
export interface WebhookEndpointUpdate {
  /**
   * If the origin changes, headers, authentication, client certificate and the destination's secrets
   * must be sent again or removed.
   */
  readonly url?: string | undefined;
  /** Only for endpoints that have a destination. */
  readonly destination?: EndpointDestinationUpdate | undefined;
  readonly eventTypes?: readonly EndpointEventType[] | undefined;
  /** Replaces all channels; `null` removes them. */
  readonly channels?: readonly string[] | null | undefined;
  /** Replaces all conditions; `null` removes them. */
  readonly filter?: readonly FieldCondition[] | null | undefined;
  readonly status?: "enabled" | "paused" | "disabled" | undefined;
  /** As in `WebhookEndpointCreation`; `false` sends events unchanged. */
  readonly transform?: boolean | undefined;
  /** As in `WebhookEndpointCreation`; `null` restores the server's schedule. */
  readonly retryDelaysSeconds?: readonly number[] | null | undefined;
  readonly timeoutMilliseconds?: number | null | undefined;
  /** Omitted and `[redacted]` headers keep their values; `null` removes a header. */
  readonly headers?: Readonly<Record<string, string | null>> | null | undefined;
  readonly rateLimit?: EndpointRateLimit | null | undefined;
  readonly signatures?: readonly EndpointSignature[] | null | undefined;
  readonly headerPrefix?: string | null | undefined;
  /** Replaces the authentication, including its secret. */
  readonly authentication?: EndpointAuthentication | null | undefined;
  /** Replaces the certificate, including its private key. */
  readonly clientCertificate?: EndpointCertificate | null | undefined;
}

/** Changes to an endpoint's destination, whose type can't change. */
export interface EndpointDestinationUpdate {
  /** Replaces all settings. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** Omitted and `[redacted]` secrets keep their values. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
}

/** An endpoint's valid secrets, newest first. There are two during a rotation. */
export interface WebhookEndpointSecrets {
  readonly secrets: readonly WebhookEndpointSecret[];
}

/** A key that signs an endpoint's deliveries. */
export interface WebhookEndpointSecret {
  /**
   * The receiver's verification key: a shared secret (`whsec_`), or the public key of an Ed25519
   * endpoint (`whpk_`).
   */
  readonly secret: string;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** Set once a newer secret has replaced this one. */
  readonly expiresAt?: string | undefined;
}

/** Options for rotating an endpoint's secret. */
export interface SecretRotation {
  /**
   * How long the old secret stays valid, in seconds. At most 30 days; defaults to a day. 0 revokes all
   * old secrets immediately.
   */
  readonly overlapSeconds?: number | undefined;
}

/** A test event. */
export interface TestEvent {
  /** Defaults to the endpoint's first event type. For a wildcard, a type that it includes is sent. */
  readonly type?: EndpointEventType | undefined;
  /**
   * Replaces the sample payload, for example with an edited earlier event. The new event gets its own
   * id.
   */
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
  /**
   * When delivery stops: if still open then, it fails as `expired`. By default the retry schedule
   * decides.
   */
  readonly expiresAt?: string | undefined;
}

/** An accepted test event. */
export interface AcceptedTestEvent {
  readonly eventId: string;
  readonly deliveryId: string;
}

/** The stored events to send to an endpoint. */
export interface EventReplay {
  /** Events accepted at or after this time. */
  readonly since: string;
  /** Events accepted before this time. Defaults to now. */
  readonly before?: string | undefined;
  /** Events of these types. Defaults to all types of the endpoint. */
  readonly eventTypes?: readonly EndpointEventType[] | undefined;
  /** The `next` of the previous response. */
  readonly cursor?: string | undefined;
}

/** A part of a replay. */
export interface ReplayedEvents {
  /** The events of this part that are sent to the endpoint. */
  readonly replayed: number;
  /** Continues the replay. Not set at its end. */
  readonly next?: string | undefined;
}

/** The browser's session. */
export interface SessionResource {
  readonly signedIn: boolean;
  /** Not set for the platform administrator. */
  readonly person?: SessionPerson | undefined;
}

/** The signed-in person. */
export interface SessionPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Whether signing in requires a code in addition to the password. */
  readonly hasSecondFactor: boolean;
  readonly memberships: readonly SessionMembership[];
  /** The organizations that the person can join. */
  readonly offers?: readonly MembershipOffer[] | undefined;
}

/** A membership of the signed-in person. */
export interface SessionMembership {
  readonly organization: string;
  readonly role: Role;
  /** Whether the organization requires a second factor. */
  readonly requiresSecondFactor?: boolean | undefined;
}

/** An organization whose identity provider created a user with the person's address. */
export interface MembershipOffer {
  readonly organization: string;
  readonly title: string;
}

/** A sign-in request. */
export interface SignIn {
  /** The administrator's token. */
  readonly token: string;
}

/** How an endpoint's requests are made. */
export interface EndpointSending {
  /** Timeout of a request in milliseconds. Defaults to the platform's timeout. */
  readonly timeoutMilliseconds?: number | undefined;
  /**
   * Custom request headers. They are encrypted at rest; responses show the names, with `[redacted]` as
   * values.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly rateLimit?: EndpointRateLimit | undefined;
  /** Defaults to both. */
  readonly signatures?: readonly EndpointSignature[] | undefined;
  /**
   * Names the signature headers after your product: `acme` sends `acme-id`, `acme-timestamp`,
   * `acme-signature` and `x-acme-signature`. At most 40 characters. Defaults to `webhook-…` and
   * `X-Service-Signature`.
   */
  readonly headerPrefix?: string | undefined;
  readonly authentication?: EndpointAuthentication | undefined;
  readonly clientCertificate?: EndpointCertificate | undefined;
}

/**
 * Changes to how an endpoint's requests are made. Omitted fields keep their values; `null` removes
 * one.
 */
export interface EndpointSendingUpdate {
  readonly timeoutMilliseconds?: number | null | undefined;
  /** Omitted and `[redacted]` headers keep their values; `null` removes a header. */
  readonly headers?: Readonly<Record<string, string | null>> | null | undefined;
  readonly rateLimit?: EndpointRateLimit | null | undefined;
  readonly signatures?: readonly EndpointSignature[] | null | undefined;
  readonly headerPrefix?: string | null | undefined;
  /** Replaces the authentication, including its secret. */
  readonly authentication?: EndpointAuthentication | null | undefined;
  /** Replaces the certificate, including its private key. */
  readonly clientCertificate?: EndpointCertificate | null | undefined;
}

/** The author of a revision or comment. */
export interface RevisionAuthor {
  readonly type: "administrator" | "git" | "integration" | "key" | "member";
  /** An id, or the integration's name. Not set for a platform administrator. */
  readonly id?: string | undefined;
  /** A member's name. */
  readonly name?: string | undefined;
}

/** The input and output types of each operation. */
export interface OperationTypes {
  /** List the events of an organization's active installations that agents can receive. */
  readonly listAgentEvents: {
    readonly path: "/organizations/{organizationId}/agent-events";
    readonly query: AgentEventsQuery;
    readonly body: undefined;
    readonly response: Page<AgentEventType>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Subscribe the calling agent to an event, or refresh its subscription. */
  readonly subscribeAgent: {
    readonly path: "/organizations/{organizationId}/agent-subscriptions";
    readonly query: undefined;
    readonly body: AgentSubscribing;
    readonly response: AgentSubscribed;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** End a subscription of the calling agent; safe to repeat. */
  readonly unsubscribeAgent: {
    readonly path: "/organizations/{organizationId}/agent-subscriptions/unsubscribe";
    readonly query: undefined;
    readonly body: AgentUnsubscribing;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read events from the log, oldest first. */
  readonly pollAgentEvents: {
    readonly path: "/organizations/{organizationId}/agent-events/poll";
    readonly query: undefined;
    readonly body: AgentEventPoll;
    readonly response: PolledAgentEvents;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the subscriptions of an organization's agents. */
  readonly listAgentSubscriptions: {
    readonly path: "/organizations/{organizationId}/agent-subscriptions";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<AgentSubscription>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** End a subscription of an agent; deliveries that are not sent yet are canceled. */
  readonly endAgentSubscription: {
    readonly path: "/organizations/{organizationId}/agent-subscriptions/{subscriptionId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the API keys of an organization. */
  readonly listApiKeys: {
    readonly path: "/organizations/{organizationId}/api-keys";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<ApiKeyResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Create an API key; the token in the response is shown only here. */
  readonly createApiKey: {
    readonly path: "/organizations/{organizationId}/api-keys";
    readonly query: undefined;
    readonly body: ApiKeyCreation;
    readonly response: CreatedApiKey;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Revoke an API key. */
  readonly revokeApiKey: {
    readonly path: "/organizations/{organizationId}/api-keys/{keyId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the audit log of the caller's organizations, newest first. */
  readonly listAuditEntries: {
    readonly path: "/audit-entries";
    readonly query: AuditQuery;
    readonly body: undefined;
    readonly response: Page<AuditEntryResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read the latest change, or stream changes as they happen. */
  readonly listChanges: {
    readonly path: "/changes";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<ChangeResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Render a component, optionally after an action. */
  readonly renderComponent: {
    readonly path: "/installations/{installationId}/components/{componentId}/render";
    readonly query: undefined;
    readonly body: ComponentRendering;
    readonly response: UiRenderResponse;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the integration's options for a component's select with a URL. */
  readonly listSelectOptions: {
    readonly path: "/installations/{installationId}/select-options";
    readonly query: SelectOptionsQuery;
    readonly body: undefined;
    readonly response: Page<SelectOption>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Emit custom events to webhook endpoints, all or none. */
  readonly emitCustomEvents: {
    readonly path: "/organizations/{organizationId}/events";
    readonly query: undefined;
    readonly body: CustomEventEmission;
    readonly response: AcceptedCustomEvents;
    readonly idempotent: true;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List an organization's custom event types by name, including archived ones. */
  readonly listCustomEventTypes: {
    readonly path: "/organizations/{organizationId}/event-types";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<CustomEventTypeResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Define a custom event type. */
  readonly createCustomEventType: {
    readonly path: "/organizations/{organizationId}/event-types";
    readonly query: undefined;
    readonly body: CustomEventTypeCreation;
    readonly response: CustomEventTypeResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a custom event type. */
  readonly getCustomEventType: {
    readonly path: "/organizations/{organizationId}/event-types/{customEventType}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: CustomEventTypeResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Change, archive or restore a custom event type. */
  readonly updateCustomEventType: {
    readonly path: "/organizations/{organizationId}/event-types/{customEventType}";
    readonly query: undefined;
    readonly body: CustomEventTypeUpdate;
    readonly response: CustomEventTypeResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List an event's deliveries to all installations. */
  readonly listEventDeliveries: {
    readonly path: "/events/{eventId}/deliveries";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<DeliveryResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List deliveries, newest first. */
  readonly listDeliveries: {
    readonly path: "/deliveries";
    readonly query: DeliveryQuery;
    readonly body: undefined;
    readonly response: Page<DeliveryResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the deliveries of an installation, newest first. */
  readonly listInstallationDeliveries: {
    readonly path: "/installations/{installationId}/deliveries";
    readonly query: DeliveryQuery;
    readonly body: undefined;
    readonly response: Page<DeliveryResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a delivery. */
  readonly getDelivery: {
    readonly path: "/installations/{installationId}/deliveries/{deliveryId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: DeliveryResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List a delivery's attempts, oldest first. */
  readonly listDeliveryAttempts: {
    readonly path: "/installations/{installationId}/deliveries/{deliveryId}/attempts";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<AttemptResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Resend a delivery with a fresh retry schedule. */
  readonly sendDeliveryAgain: {
    readonly path: "/installations/{installationId}/deliveries/{deliveryId}/send-again";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: DeliveryResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List unacknowledged notices of endpoints that were disabled after failing. */
  readonly listNotices: {
    readonly path: "/notices";
    readonly query: OrganizationQuery;
    readonly body: undefined;
    readonly response: Page<NoticeResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Acknowledge a notice, which removes it from the list. */
  readonly acknowledgeNotice: {
    readonly path: "/notices/{noticeId}/acknowledge";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Count deliveries by event time. */
  readonly countDeliveries: {
    readonly path: "/deliveries/counts";
    readonly query: DeliveryCountQuery;
    readonly body: undefined;
    readonly response: DeliveryCounts;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Group failed deliveries by target and cause. */
  readonly groupFailedDeliveries: {
    readonly path: "/deliveries/failure-causes";
    readonly query: FailureCauseQuery;
    readonly body: undefined;
    readonly response: FailureCauses;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Acknowledge, resolve or reopen failures with the same cause. */
  readonly setFailureCauseStatus: {
    readonly path: "/organizations/{organizationId}/failure-causes";
    readonly query: undefined;
    readonly body: FailureCauseStatusChange;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Resend many deliveries, each with a fresh retry schedule. */
  readonly sendDeliveriesAgain: {
    readonly path: "/deliveries/send-again";
    readonly query: undefined;
    readonly body: DeliverySelection;
    readonly response: SentDeliveries;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a delivery's content. */
  readonly getDeliveryBody: {
    readonly path: "/installations/{installationId}/deliveries/{deliveryId}/body";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: DeliveryBody;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the caller's saved views of an organization's deliveries, by name. */
  readonly listDeliveryViews: {
    readonly path: "/organizations/{organizationId}/delivery-views";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<DeliveryView>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Save a private view of an organization's deliveries. */
  readonly saveDeliveryView: {
    readonly path: "/organizations/{organizationId}/delivery-views";
    readonly query: undefined;
    readonly body: DeliveryViewCreation;
    readonly response: DeliveryView;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Delete one of the caller's saved views. */
  readonly removeDeliveryView: {
    readonly path: "/organizations/{organizationId}/delivery-views/{viewId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Create a short-lived token for one embedded part; needs an API key. */
  readonly createEmbedToken: {
    readonly path: "/organizations/{organizationId}/embed-tokens";
    readonly query: undefined;
    readonly body: EmbedTokenCreation;
    readonly response: CreatedEmbedToken;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Revoke an embed token before it expires. */
  readonly revokeEmbedToken: {
    readonly path: "/organizations/{organizationId}/embed-tokens/revoke";
    readonly query: undefined;
    readonly body: EmbedTokenRevocation;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read the scope of the calling embed token. */
  readonly getEmbedSession: {
    readonly path: "/embed-session";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: EmbedSession;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Poll an endpoint for deliveries in order; unacknowledged deliveries are returned again. */
  readonly pollWebhookEndpoint: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}/poll";
    readonly query: undefined;
    readonly body: EndpointPoll;
    readonly response: PolledDeliveries;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Acknowledge deliveries of a polling endpoint; safe to repeat. */
  readonly acknowledgeWebhookEndpoint: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}/acknowledge";
    readonly query: undefined;
    readonly body: EndpointAcknowledgement;
    readonly response: AcknowledgedDeliveries;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Create a polling endpoint's token, replacing the previous one; it is shown only once. */
  readonly rotateWebhookEndpointPollToken: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}/rotate-poll-token";
    readonly query: undefined;
    readonly body: PollTokenRotation;
    readonly response: PollToken;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List events, newest first. */
  readonly listEvents: {
    readonly path: "/events";
    readonly query: EventQuery;
    readonly body: undefined;
    readonly response: Page<PlatformEventResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the events that an installation received, newest first. */
  readonly listInstallationEvents: {
    readonly path: "/installations/{installationId}/events";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<EventResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List an event's recipients, and the reason for every installation that doesn't receive it. */
  readonly listEventRecipients: {
    readonly path: "/events/{eventId}/recipients";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<EventRecipient>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the event types that endpoints can subscribe to, each with schema, version and example. */
  readonly listEventTypes: {
    readonly path: "/event-types";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<EventTypeResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read one event type with its schema, version and example. */
  readonly getEventType: {
    readonly path: "/event-types/{eventType}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: EventTypeResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List installations. */
  readonly listInstallations: {
    readonly path: "/installations";
    readonly query: OrganizationQuery;
    readonly body: undefined;
    readonly response: Page<InstallationResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read an installation. */
  readonly getInstallation: {
    readonly path: "/installations/{installationId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: InstallationResource;
    readonly idempotent: undefined;
    readonly version: "updatedAt";
    readonly creates: undefined;
  };
  /** Edit an installation; an edit of its configuration emits installation_setup. */
  readonly updateInstallation: {
    readonly path: "/installations/{installationId}";
    readonly query: undefined;
    readonly body: InstallationUpdate;
    readonly response: InstallationResource;
    readonly idempotent: undefined;
    readonly version: "updatedAt";
    readonly creates: undefined;
  };
  /** Delete an installation with all its data; emits installation_deleted. */
  readonly deleteInstallation: {
    readonly path: "/installations/{installationId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Pause an installation, which queues its events. */
  readonly pauseInstallation: {
    readonly path: "/installations/{installationId}/pause";
    readonly query: undefined;
    readonly body: InstallationPause;
    readonly response: InstallationResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Resume a paused installation. */
  readonly resumeInstallation: {
    readonly path: "/installations/{installationId}/resume";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: InstallationResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the integration's options for a setting. */
  readonly listPropertyOptions: {
    readonly path: "/installations/{installationId}/options/{property}";
    readonly query: PropertyOptionQuery;
    readonly body: undefined;
    readonly response: Page<PropertyOption>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Get a ticket that opens the callback of a button among the settings of an installation. */
  readonly createConnectTicket: {
    readonly path: "/installations/{installationId}/connect/{property}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: ConnectTicket;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read whether the platform disabled the delivery of events to an installation's integration. */
  readonly getIntegrationEndpoint: {
    readonly path: "/installations/{installationId}/integration-endpoint";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: IntegrationEndpointResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Enable an installation's integration that the platform disabled. */
  readonly updateIntegrationEndpoint: {
    readonly path: "/installations/{installationId}/integration-endpoint";
    readonly query: undefined;
    readonly body: IntegrationEndpointUpdate;
    readonly response: IntegrationEndpointResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Probe a failing integration now, instead of at its next scheduled probe. */
  readonly probeIntegrationEndpoint: {
    readonly path: "/installations/{installationId}/integration-endpoint/probe";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read the statistics of an installation's integration, by hour or day. */
  readonly getIntegrationEndpointStatistics: {
    readonly path: "/installations/{installationId}/integration-endpoint/statistics";
    readonly query: EndpointStatisticsQuery;
    readonly body: undefined;
    readonly response: EndpointStatisticsResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the recoveries of an installation's integration, newest first. */
  readonly listIntegrationEndpointRecoveries: {
    readonly path: "/installations/{installationId}/integration-endpoint/recoveries";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<RecoveryResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Count the deliveries that a recovery of an installation's integration would resend. */
  readonly countIntegrationEndpointRecovery: {
    readonly path: "/installations/{installationId}/integration-endpoint/recoveries/count";
    readonly query: undefined;
    readonly body: RecoverySelection;
    readonly response: RecoveryCount;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Start a recovery of an installation's integration: resend failed deliveries at a limited rate. */
  readonly startIntegrationEndpointRecovery: {
    readonly path: "/installations/{installationId}/integration-endpoint/recoveries";
    readonly query: undefined;
    readonly body: RecoveryCreation;
    readonly response: RecoveryResource;
    readonly idempotent: true;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read the progress of a recovery of an installation's integration. */
  readonly getIntegrationEndpointRecovery: {
    readonly path: "/installations/{installationId}/integration-endpoint/recoveries/{recoveryId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: RecoveryResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Cancel a recovery of an installation's integration; deliveries it already scheduled are still sent. */
  readonly cancelIntegrationEndpointRecovery: {
    readonly path: "/installations/{installationId}/integration-endpoint/recoveries/{recoveryId}/cancel";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: RecoveryResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List published integrations. */
  readonly listIntegrations: {
    readonly path: "/integrations";
    readonly query: OrganizationQuery;
    readonly body: undefined;
    readonly response: Page<IntegrationResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read an integration. */
  readonly getIntegration: {
    readonly path: "/integrations/{integration}";
    readonly query: ShareQuery;
    readonly body: undefined;
    readonly response: IntegrationResource;
    readonly idempotent: undefined;
    readonly version: "version";
    readonly creates: undefined;
  };
  /** Unpublish an integration immediately, with its installations, tokens and endpoints. */
  readonly removeIntegration: {
    readonly path: "/integrations/{integration}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read the parts of a manifest that forms need: settings and blocks. */
  readonly getIntegrationManifest: {
    readonly path: "/integrations/{integration}/manifest";
    readonly query: ShareQuery;
    readonly body: undefined;
    readonly response: IntegrationManifestResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read the form parts of the manifest version that an installation runs. */
  readonly getInstallationManifest: {
    readonly path: "/installations/{installationId}/manifest";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: IntegrationManifestResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List an integration's installations; an installation's token lists only itself. */
  readonly listIntegrationInstallations: {
    readonly path: "/integrations/{integration}/installations";
    readonly query: IntegrationInstallationQuery;
    readonly body: undefined;
    readonly response: Page<InstallationResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Create an installation token with the integration's token, for requests to its own endpoint. */
  readonly createInstallationToken: {
    readonly path: "/integrations/{integration}/installations/{installationId}/tokens";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: InstallationToken;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Install an integration in an organization; emits installation_setup. */
  readonly installIntegration: {
    readonly path: "/integrations/{integration}/installations";
    readonly query: ShareQuery;
    readonly body: InstallationCreation;
    readonly response: InstallationResource;
    readonly idempotent: true;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List an integration's log lines and calls, newest first, or stream them. */
  readonly listIntegrationLogs: {
    readonly path: "/integrations/{integration}/logs";
    readonly query: IntegrationLogQuery;
    readonly body: undefined;
    readonly response: Page<IntegrationLogResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the caller's organizations. */
  readonly listOrganizations: {
    readonly path: "/organizations";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<OrganizationResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Create an organization; the person who creates it becomes its owner. */
  readonly createOrganization: {
    readonly path: "/organizations";
    readonly query: undefined;
    readonly body: OrganizationCreation;
    readonly response: OrganizationResource;
    readonly idempotent: true;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read an organization. */
  readonly getOrganization: {
    readonly path: "/organizations/{organizationId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: OrganizationResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Rename an organization, or require two-factor authentication. */
  readonly updateOrganization: {
    readonly path: "/organizations/{organizationId}";
    readonly query: undefined;
    readonly body: OrganizationUpdate;
    readonly response: OrganizationResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the members of an organization. */
  readonly listMembers: {
    readonly path: "/organizations/{organizationId}/members";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<MemberResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Add a member without an invitation. */
  readonly addMember: {
    readonly path: "/organizations/{organizationId}/members/{userId}";
    readonly query: undefined;
    readonly body: MemberCreation;
    readonly response: MemberResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Change a member's role, or suspend them; only owners can add or change owners. */
  readonly updateMember: {
    readonly path: "/organizations/{organizationId}/members/{userId}";
    readonly query: undefined;
    readonly body: MemberUpdate;
    readonly response: MemberResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Remove a member; members can remove themselves, except the last owner. */
  readonly removeMember: {
    readonly path: "/organizations/{organizationId}/members/{userId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List an organization's pending invitations. */
  readonly listInvitations: {
    readonly path: "/organizations/{organizationId}/invitations";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<InvitationResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Invite a person, or send a new link to an invited one; the token in the response is shown only here. */
  readonly createInvitation: {
    readonly path: "/organizations/{organizationId}/invitations";
    readonly query: undefined;
    readonly body: InvitationCreation;
    readonly response: CreatedInvitation;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Withdraw an invitation. */
  readonly revokeInvitation: {
    readonly path: "/organizations/{organizationId}/invitations/{invitationId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Accept an invitation; it works once. */
  readonly acceptInvitation: {
    readonly path: "/invitations/accept";
    readonly query: undefined;
    readonly body: InvitationAcceptance;
    readonly response: MembershipResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Create a short-lived link for managing an organization's webhook endpoints. */
  readonly createPortalSession: {
    readonly path: "/organizations/{organizationId}/portal-sessions";
    readonly query: undefined;
    readonly body: PortalSessionCreation;
    readonly response: CreatedPortalSession;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List active portal sessions, newest first. */
  readonly listPortalSessions: {
    readonly path: "/organizations/{organizationId}/portal-sessions";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<PortalSessionSummary>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Revoke a portal session. */
  readonly revokePortalSession: {
    readonly path: "/organizations/{organizationId}/portal-sessions/{portalSessionId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Revoke all portal sessions of an organization. */
  readonly revokePortalSessions: {
    readonly path: "/organizations/{organizationId}/portal-sessions";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the origins that an organization allows to embed its portal. */
  readonly listPortalOrigins: {
    readonly path: "/organizations/{organizationId}/portal-origins";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<PortalOrigin>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Allow an origin to embed an organization's portal. */
  readonly addPortalOrigin: {
    readonly path: "/organizations/{organizationId}/portal-origins";
    readonly query: undefined;
    readonly body: PortalOriginCreation;
    readonly response: PortalOrigin;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Stop allowing an origin to embed an organization's portal. */
  readonly removePortalOrigin: {
    readonly path: "/organizations/{organizationId}/portal-origins/{portalOriginId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read the scope of the calling portal session. */
  readonly getPortalSession: {
    readonly path: "/portal-session";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: PortalSessionResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read the kinds of resources, scopes, events and requests of the platform's product. */
  readonly getContract: {
    readonly path: "/contract";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: ContractResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Find users that the organization's identity provider created. */
  readonly findProvisionedUsers: {
    readonly path: "/organizations/{organizationId}/provisioned-users";
    readonly query: ProvisionedUserQuery;
    readonly body: undefined;
    readonly response: ProvisionedUserList;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Create a user; a member with the same address is then managed by the identity provider. */
  readonly createProvisionedUser: {
    readonly path: "/organizations/{organizationId}/provisioned-users";
    readonly query: undefined;
    readonly body: ProvisionedUserDefinition;
    readonly response: ProvisionedUserResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a provisioned user. */
  readonly getProvisionedUser: {
    readonly path: "/organizations/{organizationId}/provisioned-users/{provisionedUserId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: ProvisionedUserResource;
    readonly idempotent: undefined;
    readonly version: "version";
    readonly creates: undefined;
  };
  /** Change a provisioned user; omitted fields are removed. */
  readonly replaceProvisionedUser: {
    readonly path: "/organizations/{organizationId}/provisioned-users/{provisionedUserId}";
    readonly query: undefined;
    readonly body: ProvisionedUserDefinition;
    readonly response: ProvisionedUserResource;
    readonly idempotent: undefined;
    readonly version: "version";
    readonly creates: undefined;
  };
  /** Remove a provisioned user from the organization; the account is kept. */
  readonly removeProvisionedUser: {
    readonly path: "/organizations/{organizationId}/provisioned-users/{provisionedUserId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: "version";
    readonly creates: undefined;
  };
  /** Find groups that the organization's identity provider created. */
  readonly findProvisionedGroups: {
    readonly path: "/organizations/{organizationId}/provisioned-groups";
    readonly query: ProvisionedGroupQuery;
    readonly body: undefined;
    readonly response: ProvisionedGroupList;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Create a group. */
  readonly createProvisionedGroup: {
    readonly path: "/organizations/{organizationId}/provisioned-groups";
    readonly query: undefined;
    readonly body: ProvisionedGroupDefinition;
    readonly response: ProvisionedGroupResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a provisioned group with its members. */
  readonly getProvisionedGroup: {
    readonly path: "/organizations/{organizationId}/provisioned-groups/{provisionedGroupId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: ProvisionedGroupResource;
    readonly idempotent: undefined;
    readonly version: "version";
    readonly creates: undefined;
  };
  /** Change a group's name or members, and the roles that its members have by it. */
  readonly updateProvisionedGroup: {
    readonly path: "/organizations/{organizationId}/provisioned-groups/{provisionedGroupId}";
    readonly query: undefined;
    readonly body: ProvisionedGroupUpdate;
    readonly response: ProvisionedGroupResource;
    readonly idempotent: undefined;
    readonly version: "version";
    readonly creates: undefined;
  };
  /** Remove a group, and the roles that its members have by it; they stay members. */
  readonly removeProvisionedGroup: {
    readonly path: "/organizations/{organizationId}/provisioned-groups/{provisionedGroupId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: "version";
    readonly creates: undefined;
  };
  /** Set the role that members of a provisioned group have. */
  readonly setProvisionedGroupRole: {
    readonly path: "/organizations/{organizationId}/provisioned-groups/{provisionedGroupId}/role";
    readonly query: undefined;
    readonly body: ProvisionedGroupRole;
    readonly response: ProvisionedGroupResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Publish an integration or a new version, hosted at a URL or as a bundle that the platform runs. */
  readonly publishIntegration: {
    readonly path: "/integrations/{integration}";
    readonly query: undefined;
    readonly body: IntegrationPublication;
    readonly response: PublishedIntegrationResource;
    readonly idempotent: undefined;
    readonly version: "version";
    readonly creates: undefined;
  };
  /** List an integration's versions available for rollback, newest first. */
  readonly listIntegrationVersions: {
    readonly path: "/integrations/{integration}/versions";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<IntegrationVersionResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Roll back to an earlier version, published as a new version; secrets are unchanged. */
  readonly rollBackIntegration: {
    readonly path: "/integrations/{integration}/roll-back";
    readonly query: undefined;
    readonly body: IntegrationRollBack;
    readonly response: IntegrationResource;
    readonly idempotent: undefined;
    readonly version: "version";
    readonly creates: undefined;
  };
  /** Read a sample of an event type, and whether an installation would receive it. */
  readonly getSampleEvent: {
    readonly path: "/installations/{installationId}/sample-events/{eventType}";
    readonly query: SampleEventQuery;
    readonly body: undefined;
    readonly response: SampleEventResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Send a sample event to one installation, delivered and retried like any other. */
  readonly sendSampleEvent: {
    readonly path: "/installations/{installationId}/sample-events/{eventType}";
    readonly query: undefined;
    readonly body: SampleEventCreation;
    readonly response: SentSampleEvent;
    readonly idempotent: true;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the schedules of an installation with their next run. */
  readonly listSchedules: {
    readonly path: "/installations/{installationId}/schedules";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<ScheduleResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read the script grant of an integration. */
  readonly getScriptGrant: {
    readonly path: "/integrations/{integration}/script-grant";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: DescribedScriptGrant;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Set or revoke an integration's script grant, before or after it is published. */
  readonly updateScriptGrant: {
    readonly path: "/integrations/{integration}/script-grant";
    readonly query: undefined;
    readonly body: ScriptGrant;
    readonly response: DescribedScriptGrant;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the settings of the server; secrets are not shown. */
  readonly listSettings: {
    readonly path: "/settings";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<SettingResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Change settings at runtime; all server processes apply them within seconds. */
  readonly updateSettings: {
    readonly path: "/settings";
    readonly query: undefined;
    readonly body: SettingChanges;
    readonly response: {
      readonly items: readonly SettingResource[];
    };
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List stored values by key. */
  readonly listStoredValues: {
    readonly path: "/installations/{installationId}/storage";
    readonly query: StorageListQuery;
    readonly body: undefined;
    readonly response: Page<StoredValue>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a stored value. */
  readonly getStoredValue: {
    readonly path: "/installations/{installationId}/storage/{storageKey}";
    readonly query: StorageQuery;
    readonly body: undefined;
    readonly response: StoredValue;
    readonly idempotent: undefined;
    readonly version: "version";
    readonly creates: undefined;
  };
  /** Store a value. */
  readonly setStoredValue: {
    readonly path: "/installations/{installationId}/storage/{storageKey}";
    readonly query: StorageQuery;
    readonly body: StoredValueUpdate;
    readonly response: StoredValueVersion;
    readonly idempotent: undefined;
    readonly version: "version";
    readonly creates: true;
  };
  /** Delete a stored value, if there is one. */
  readonly deleteStoredValue: {
    readonly path: "/installations/{installationId}/storage/{storageKey}";
    readonly query: StorageQuery;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: "version";
    readonly creates: undefined;
  };
  /** Add to a stored number, which starts at 0. */
  readonly incrementStoredValue: {
    readonly path: "/installations/{installationId}/storage/{storageKey}/increment";
    readonly query: StorageQuery;
    readonly body: StoredValueIncrement;
    readonly response: StoredNumber;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read the URL, secret and health of a stream. */
  readonly getStream: {
    readonly path: "/organizations/{organizationId}/streams/{stream}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: StreamResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Stream new entries of a log to a URL as signed webhooks, or change the URL and the filter. */
  readonly setStream: {
    readonly path: "/organizations/{organizationId}/streams/{stream}";
    readonly query: undefined;
    readonly body: StreamUpdate;
    readonly response: StreamResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Resend the failed deliveries of a stream. */
  readonly resendStream: {
    readonly path: "/organizations/{organizationId}/streams/{stream}/resend";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: ResentCount;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** End a stream and drop its unsent entries. */
  readonly deleteStream: {
    readonly path: "/organizations/{organizationId}/streams/{stream}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Queue a task, which is delivered as a task event. */
  readonly queueTask: {
    readonly path: "/tasks";
    readonly query: undefined;
    readonly body: TaskCreation;
    readonly response: TaskResource;
    readonly idempotent: true;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the tasks of an installation, newest first. */
  readonly listTasks: {
    readonly path: "/installations/{installationId}/tasks";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<TaskState>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a task with its progress. */
  readonly getTask: {
    readonly path: "/installations/{installationId}/tasks/{taskId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: TaskState;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Cancel a task; a running step can't save its result anymore. */
  readonly cancelTask: {
    readonly path: "/installations/{installationId}/tasks/{taskId}/cancel";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: TaskState;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Save a finished step or the progress of a running task. */
  readonly saveTaskCheckpoint: {
    readonly path: "/installations/{installationId}/tasks/{taskId}/checkpoints";
    readonly query: undefined;
    readonly body: TaskCheckpoint;
    readonly response: TaskState;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Export all data of an organization in parts, without secrets. */
  readonly listOrganizationExport: {
    readonly path: "/organizations/{organizationId}/export";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<ExportedRow>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Delete an organization with all its data, including events and deliveries. */
  readonly deleteOrganization: {
    readonly path: "/organizations/{organizationId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Request access to an organization with members for an hour, as the platform administrator. */
  readonly requestSupportAccess: {
    readonly path: "/organizations/{organizationId}/support-access";
    readonly query: undefined;
    readonly body: SupportAccessReason;
    readonly response: SupportAccess;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read an organization's usage. */
  readonly getOrganizationUsage: {
    readonly path: "/organizations/{organizationId}/usage";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: OrganizationUsage;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read an organization's usage by day, for charts. */
  readonly getOrganizationUsageDays: {
    readonly path: "/organizations/{organizationId}/usage/days";
    readonly query: {
      /** The last days, including today. Defaults to 30, at most 90. */
      readonly days?: number | undefined;
    };
    readonly body: undefined;
    readonly response: UsageDays;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Set an organization's quotas; omitted ones use the defaults. */
  readonly setOrganizationQuota: {
    readonly path: "/organizations/{organizationId}/quota";
    readonly query: undefined;
    readonly body: OrganizationQuota;
    readonly response: OrganizationUsage;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Expunge the content of finished events; delivery records are kept. */
  readonly expungeEvents: {
    readonly path: "/organizations/{organizationId}/expunge";
    readonly query: undefined;
    readonly body: ExpungeRequest;
    readonly response: ExpungeResult;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Rotate the token signing key; the old one stays published until its last token expires. */
  readonly rotateTokenKeys: {
    readonly path: "/token-keys/rotate";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: TokenKeys;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the tools of an organization's active installations. */
  readonly listTools: {
    readonly path: "/organizations/{organizationId}/tools";
    readonly query: ToolsQuery;
    readonly body: undefined;
    readonly response: Page<ToolResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Call a tool that only reads. */
  readonly callTool: {
    readonly path: "/installations/{installationId}/tools/{toolId}/call";
    readonly query: undefined;
    readonly body: ToolCall;
    readonly response: ToolResult;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Render the component that shows the result of a tool. */
  readonly renderToolComponent: {
    readonly path: "/installations/{installationId}/tools/{toolId}/component/render";
    readonly query: undefined;
    readonly body: ToolComponentRendering;
    readonly response: UiRenderResponse;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Perform an action in the component of a tool. */
  readonly useToolComponent: {
    readonly path: "/installations/{installationId}/tools/{toolId}/component/use";
    readonly query: undefined;
    readonly body: ToolComponentAction;
    readonly response: UiRenderResponse;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Call a tool that can change data. */
  readonly callWritingTool: {
    readonly path: "/installations/{installationId}/tools/{toolId}/write";
    readonly query: undefined;
    readonly body: ToolCall;
    readonly response: ToolResult;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Submit a public integration for review; once approved, it is listed for every organization. */
  readonly submitIntegration: {
    readonly path: "/integrations/{integration}/reviews";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: IntegrationReviewResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List integration submissions with their decisions. */
  readonly listIntegrationReviews: {
    readonly path: "/integration-reviews";
    readonly query: IntegrationReviewQuery;
    readonly body: undefined;
    readonly response: Page<IntegrationReviewResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Approve a submission; later versions stay listed unless they request more scopes. */
  readonly approveIntegration: {
    readonly path: "/integration-reviews/{reviewId}/approve";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: IntegrationReviewResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Reject a submission with a reason. */
  readonly rejectIntegration: {
    readonly path: "/integration-reviews/{reviewId}/reject";
    readonly query: undefined;
    readonly body: IntegrationRejection;
    readonly response: IntegrationReviewResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read the share link for installing an unlisted integration in other organizations. */
  readonly getShareLink: {
    readonly path: "/integrations/{integration}/share-link";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: ShareLink;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Replace an unlisted integration's share link; the old one stops working immediately. */
  readonly rotateShareLink: {
    readonly path: "/integrations/{integration}/share-link/rotate";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: ShareLink;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Grant the scopes that a new version of an installation's integration requests. */
  readonly consentToInstallation: {
    readonly path: "/installations/{installationId}/consent";
    readonly query: undefined;
    readonly body: Consent;
    readonly response: InstallationResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the webhook endpoints of an installation. */
  readonly listWebhookEndpoints: {
    readonly path: "/installations/{installationId}/webhook-endpoints";
    readonly query: WebhookEndpointQuery;
    readonly body: undefined;
    readonly response: Page<WebhookEndpoint>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read the systems other than HTTP that endpoints can use, with their fields. */
  readonly getDestinationTypes: {
    readonly path: "/destination-types";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: DestinationTypes;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Create a webhook endpoint with a new secret. */
  readonly createWebhookEndpoint: {
    readonly path: "/installations/{installationId}/webhook-endpoints";
    readonly query: undefined;
    readonly body: WebhookEndpointCreation;
    readonly response: WebhookEndpoint;
    readonly idempotent: true;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read a webhook endpoint. */
  readonly getWebhookEndpoint: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: WebhookEndpoint;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Change a webhook endpoint; a paused one queues deliveries, a disabled one gets no new ones. */
  readonly updateWebhookEndpoint: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}";
    readonly query: undefined;
    readonly body: WebhookEndpointUpdate;
    readonly response: WebhookEndpoint;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Delete a webhook endpoint. */
  readonly deleteWebhookEndpoint: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read an endpoint's signing secrets. */
  readonly getWebhookEndpointSecrets: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}/secrets";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: WebhookEndpointSecrets;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /**
   * Rotate an endpoint's secret; both secrets sign during the overlap, which must end before the next
   * rotation.
   */
  readonly rotateWebhookEndpointSecret: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}/rotate-secret";
    readonly query: undefined;
    readonly body: SecretRotation;
    readonly response: WebhookEndpointSecrets;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Send a sample or edited event to an endpoint, signed and retried like any other. */
  readonly sendTestEvent: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}/test-event";
    readonly query: undefined;
    readonly body: TestEvent;
    readonly response: AcceptedTestEvent;
    readonly idempotent: true;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /**
   * Send the stored events of a time range to an endpoint, including those it already received or
   * missed.
   */
  readonly replayEvents: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}/replay";
    readonly query: undefined;
    readonly body: EventReplay;
    readonly response: ReplayedEvents;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Verify an endpoint with a signed challenge; queued deliveries are sent once it passes. */
  readonly verifyWebhookEndpoint: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}/verify";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: WebhookEndpoint;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Probe a failing endpoint now, instead of at its next scheduled probe. */
  readonly probeWebhookEndpoint: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}/probe";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: undefined;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Pause a webhook endpoint, which queues its deliveries. */
  readonly pauseWebhookEndpoint: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}/pause";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: WebhookEndpoint;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Resume a paused webhook endpoint, which sends its queued deliveries. */
  readonly resumeWebhookEndpoint: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}/resume";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: WebhookEndpoint;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read the statistics of a webhook endpoint, by hour or day. */
  readonly getWebhookEndpointStatistics: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}/statistics";
    readonly query: EndpointStatisticsQuery;
    readonly body: undefined;
    readonly response: EndpointStatisticsResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** List the recoveries of a webhook endpoint, newest first. */
  readonly listWebhookEndpointRecoveries: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries";
    readonly query: PageQuery;
    readonly body: undefined;
    readonly response: Page<RecoveryResource>;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Count the deliveries that a recovery of a webhook endpoint would resend. */
  readonly countWebhookEndpointRecovery: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/count";
    readonly query: undefined;
    readonly body: RecoverySelection;
    readonly response: RecoveryCount;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Start a recovery of a webhook endpoint: resend failed deliveries at a limited rate. */
  readonly startWebhookEndpointRecovery: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries";
    readonly query: undefined;
    readonly body: RecoveryCreation;
    readonly response: RecoveryResource;
    readonly idempotent: true;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read the progress of a recovery of a webhook endpoint. */
  readonly getWebhookEndpointRecovery: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/{recoveryId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: RecoveryResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Cancel a recovery of a webhook endpoint; deliveries it already scheduled are still sent. */
  readonly cancelWebhookEndpointRecovery: {
    readonly path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/{recoveryId}/cancel";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: RecoveryResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Read who is signed in, by cookie or bearer token. */
  readonly getSession: {
    readonly path: "/session";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: SessionResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Join an organization whose identity provider created a user with the signed-in person's address. */
  readonly joinOrganization: {
    readonly path: "/session/organizations/{organizationId}";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: SessionResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Sign this browser in with the administrator's token; sets a cookie. */
  readonly signIn: {
    readonly path: "/session";
    readonly query: undefined;
    readonly body: SignIn;
    readonly response: SessionResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
  /** Sign this browser out. */
  readonly signOut: {
    readonly path: "/session";
    readonly query: undefined;
    readonly body: undefined;
    readonly response: SessionResource;
    readonly idempotent: undefined;
    readonly version: undefined;
    readonly creates: undefined;
  };
}

/** A documented method for each operation. */
export interface OperationMethods<Methods extends { readonly [Id in keyof OperationTypes]: unknown }> {
  /** List the events of an organization's active installations that agents can receive. */
  readonly listAgentEvents: Methods["listAgentEvents"];
  /** Subscribe the calling agent to an event, or refresh its subscription. */
  readonly subscribeAgent: Methods["subscribeAgent"];
  /** End a subscription of the calling agent; safe to repeat. */
  readonly unsubscribeAgent: Methods["unsubscribeAgent"];
  /** Read events from the log, oldest first. */
  readonly pollAgentEvents: Methods["pollAgentEvents"];
  /** List the subscriptions of an organization's agents. */
  readonly listAgentSubscriptions: Methods["listAgentSubscriptions"];
  /** End a subscription of an agent; deliveries that are not sent yet are canceled. */
  readonly endAgentSubscription: Methods["endAgentSubscription"];
  /** List the API keys of an organization. */
  readonly listApiKeys: Methods["listApiKeys"];
  /** Create an API key; the token in the response is shown only here. */
  readonly createApiKey: Methods["createApiKey"];
  /** Revoke an API key. */
  readonly revokeApiKey: Methods["revokeApiKey"];
  /** List the audit log of the caller's organizations, newest first. */
  readonly listAuditEntries: Methods["listAuditEntries"];
  /** Read the latest change, or stream changes as they happen. */
  readonly listChanges: Methods["listChanges"];
  /** Render a component, optionally after an action. */
  readonly renderComponent: Methods["renderComponent"];
  /** List the integration's options for a component's select with a URL. */
  readonly listSelectOptions: Methods["listSelectOptions"];
  /** Emit custom events to webhook endpoints, all or none. */
  readonly emitCustomEvents: Methods["emitCustomEvents"];
  /** List an organization's custom event types by name, including archived ones. */
  readonly listCustomEventTypes: Methods["listCustomEventTypes"];
  /** Define a custom event type. */
  readonly createCustomEventType: Methods["createCustomEventType"];
  /** Read a custom event type. */
  readonly getCustomEventType: Methods["getCustomEventType"];
  /** Change, archive or restore a custom event type. */
  readonly updateCustomEventType: Methods["updateCustomEventType"];
  /** List an event's deliveries to all installations. */
  readonly listEventDeliveries: Methods["listEventDeliveries"];
  /** List deliveries, newest first. */
  readonly listDeliveries: Methods["listDeliveries"];
  /** List the deliveries of an installation, newest first. */
  readonly listInstallationDeliveries: Methods["listInstallationDeliveries"];
  /** Read a delivery. */
  readonly getDelivery: Methods["getDelivery"];
  /** List a delivery's attempts, oldest first. */
  readonly listDeliveryAttempts: Methods["listDeliveryAttempts"];
  /** Resend a delivery with a fresh retry schedule. */
  readonly sendDeliveryAgain: Methods["sendDeliveryAgain"];
  /** List unacknowledged notices of endpoints that were disabled after failing. */
  readonly listNotices: Methods["listNotices"];
  /** Acknowledge a notice, which removes it from the list. */
  readonly acknowledgeNotice: Methods["acknowledgeNotice"];
  /** Count deliveries by event time. */
  readonly countDeliveries: Methods["countDeliveries"];
  /** Group failed deliveries by target and cause. */
  readonly groupFailedDeliveries: Methods["groupFailedDeliveries"];
  /** Acknowledge, resolve or reopen failures with the same cause. */
  readonly setFailureCauseStatus: Methods["setFailureCauseStatus"];
  /** Resend many deliveries, each with a fresh retry schedule. */
  readonly sendDeliveriesAgain: Methods["sendDeliveriesAgain"];
  /** Read a delivery's content. */
  readonly getDeliveryBody: Methods["getDeliveryBody"];
  /** List the caller's saved views of an organization's deliveries, by name. */
  readonly listDeliveryViews: Methods["listDeliveryViews"];
  /** Save a private view of an organization's deliveries. */
  readonly saveDeliveryView: Methods["saveDeliveryView"];
  /** Delete one of the caller's saved views. */
  readonly removeDeliveryView: Methods["removeDeliveryView"];
  /** Create a short-lived token for one embedded part; needs an API key. */
  readonly createEmbedToken: Methods["createEmbedToken"];
  /** Revoke an embed token before it expires. */
  readonly revokeEmbedToken: Methods["revokeEmbedToken"];
  /** Read the scope of the calling embed token. */
  readonly getEmbedSession: Methods["getEmbedSession"];
  /** Poll an endpoint for deliveries in order; unacknowledged deliveries are returned again. */
  readonly pollWebhookEndpoint: Methods["pollWebhookEndpoint"];
  /** Acknowledge deliveries of a polling endpoint; safe to repeat. */
  readonly acknowledgeWebhookEndpoint: Methods["acknowledgeWebhookEndpoint"];
  /** Create a polling endpoint's token, replacing the previous one; it is shown only once. */
  readonly rotateWebhookEndpointPollToken: Methods["rotateWebhookEndpointPollToken"];
  /** List events, newest first. */
  readonly listEvents: Methods["listEvents"];
  /** List the events that an installation received, newest first. */
  readonly listInstallationEvents: Methods["listInstallationEvents"];
  /** List an event's recipients, and the reason for every installation that doesn't receive it. */
  readonly listEventRecipients: Methods["listEventRecipients"];
  /** List the event types that endpoints can subscribe to, each with schema, version and example. */
  readonly listEventTypes: Methods["listEventTypes"];
  /** Read one event type with its schema, version and example. */
  readonly getEventType: Methods["getEventType"];
  /** List installations. */
  readonly listInstallations: Methods["listInstallations"];
  /** Read an installation. */
  readonly getInstallation: Methods["getInstallation"];
  /** Edit an installation; an edit of its configuration emits installation_setup. */
  readonly updateInstallation: Methods["updateInstallation"];
  /** Delete an installation with all its data; emits installation_deleted. */
  readonly deleteInstallation: Methods["deleteInstallation"];
  /** Pause an installation, which queues its events. */
  readonly pauseInstallation: Methods["pauseInstallation"];
  /** Resume a paused installation. */
  readonly resumeInstallation: Methods["resumeInstallation"];
  /** List the integration's options for a setting. */
  readonly listPropertyOptions: Methods["listPropertyOptions"];
  /** Get a ticket that opens the callback of a button among the settings of an installation. */
  readonly createConnectTicket: Methods["createConnectTicket"];
  /** Read whether the platform disabled the delivery of events to an installation's integration. */
  readonly getIntegrationEndpoint: Methods["getIntegrationEndpoint"];
  /** Enable an installation's integration that the platform disabled. */
  readonly updateIntegrationEndpoint: Methods["updateIntegrationEndpoint"];
  /** Probe a failing integration now, instead of at its next scheduled probe. */
  readonly probeIntegrationEndpoint: Methods["probeIntegrationEndpoint"];
  /** Read the statistics of an installation's integration, by hour or day. */
  readonly getIntegrationEndpointStatistics: Methods["getIntegrationEndpointStatistics"];
  /** List the recoveries of an installation's integration, newest first. */
  readonly listIntegrationEndpointRecoveries: Methods["listIntegrationEndpointRecoveries"];
  /** Count the deliveries that a recovery of an installation's integration would resend. */
  readonly countIntegrationEndpointRecovery: Methods["countIntegrationEndpointRecovery"];
  /** Start a recovery of an installation's integration: resend failed deliveries at a limited rate. */
  readonly startIntegrationEndpointRecovery: Methods["startIntegrationEndpointRecovery"];
  /** Read the progress of a recovery of an installation's integration. */
  readonly getIntegrationEndpointRecovery: Methods["getIntegrationEndpointRecovery"];
  /** Cancel a recovery of an installation's integration; deliveries it already scheduled are still sent. */
  readonly cancelIntegrationEndpointRecovery: Methods["cancelIntegrationEndpointRecovery"];
  /** List published integrations. */
  readonly listIntegrations: Methods["listIntegrations"];
  /** Read an integration. */
  readonly getIntegration: Methods["getIntegration"];
  /** Unpublish an integration immediately, with its installations, tokens and endpoints. */
  readonly removeIntegration: Methods["removeIntegration"];
  /** Read the parts of a manifest that forms need: settings and blocks. */
  readonly getIntegrationManifest: Methods["getIntegrationManifest"];
  /** Read the form parts of the manifest version that an installation runs. */
  readonly getInstallationManifest: Methods["getInstallationManifest"];
  /** List an integration's installations; an installation's token lists only itself. */
  readonly listIntegrationInstallations: Methods["listIntegrationInstallations"];
  /** Create an installation token with the integration's token, for requests to its own endpoint. */
  readonly createInstallationToken: Methods["createInstallationToken"];
  /** Install an integration in an organization; emits installation_setup. */
  readonly installIntegration: Methods["installIntegration"];
  /** List an integration's log lines and calls, newest first, or stream them. */
  readonly listIntegrationLogs: Methods["listIntegrationLogs"];
  /** List the caller's organizations. */
  readonly listOrganizations: Methods["listOrganizations"];
  /** Create an organization; the person who creates it becomes its owner. */
  readonly createOrganization: Methods["createOrganization"];
  /** Read an organization. */
  readonly getOrganization: Methods["getOrganization"];
  /** Rename an organization, or require two-factor authentication. */
  readonly updateOrganization: Methods["updateOrganization"];
  /** List the members of an organization. */
  readonly listMembers: Methods["listMembers"];
  /** Add a member without an invitation. */
  readonly addMember: Methods["addMember"];
  /** Change a member's role, or suspend them; only owners can add or change owners. */
  readonly updateMember: Methods["updateMember"];
  /** Remove a member; members can remove themselves, except the last owner. */
  readonly removeMember: Methods["removeMember"];
  /** List an organization's pending invitations. */
  readonly listInvitations: Methods["listInvitations"];
  /** Invite a person, or send a new link to an invited one; the token in the response is shown only here. */
  readonly createInvitation: Methods["createInvitation"];
  /** Withdraw an invitation. */
  readonly revokeInvitation: Methods["revokeInvitation"];
  /** Accept an invitation; it works once. */
  readonly acceptInvitation: Methods["acceptInvitation"];
  /** Create a short-lived link for managing an organization's webhook endpoints. */
  readonly createPortalSession: Methods["createPortalSession"];
  /** List active portal sessions, newest first. */
  readonly listPortalSessions: Methods["listPortalSessions"];
  /** Revoke a portal session. */
  readonly revokePortalSession: Methods["revokePortalSession"];
  /** Revoke all portal sessions of an organization. */
  readonly revokePortalSessions: Methods["revokePortalSessions"];
  /** List the origins that an organization allows to embed its portal. */
  readonly listPortalOrigins: Methods["listPortalOrigins"];
  /** Allow an origin to embed an organization's portal. */
  readonly addPortalOrigin: Methods["addPortalOrigin"];
  /** Stop allowing an origin to embed an organization's portal. */
  readonly removePortalOrigin: Methods["removePortalOrigin"];
  /** Read the scope of the calling portal session. */
  readonly getPortalSession: Methods["getPortalSession"];
  /** Read the kinds of resources, scopes, events and requests of the platform's product. */
  readonly getContract: Methods["getContract"];
  /** Find users that the organization's identity provider created. */
  readonly findProvisionedUsers: Methods["findProvisionedUsers"];
  /** Create a user; a member with the same address is then managed by the identity provider. */
  readonly createProvisionedUser: Methods["createProvisionedUser"];
  /** Read a provisioned user. */
  readonly getProvisionedUser: Methods["getProvisionedUser"];
  /** Change a provisioned user; omitted fields are removed. */
  readonly replaceProvisionedUser: Methods["replaceProvisionedUser"];
  /** Remove a provisioned user from the organization; the account is kept. */
  readonly removeProvisionedUser: Methods["removeProvisionedUser"];
  /** Find groups that the organization's identity provider created. */
  readonly findProvisionedGroups: Methods["findProvisionedGroups"];
  /** Create a group. */
  readonly createProvisionedGroup: Methods["createProvisionedGroup"];
  /** Read a provisioned group with its members. */
  readonly getProvisionedGroup: Methods["getProvisionedGroup"];
  /** Change a group's name or members, and the roles that its members have by it. */
  readonly updateProvisionedGroup: Methods["updateProvisionedGroup"];
  /** Remove a group, and the roles that its members have by it; they stay members. */
  readonly removeProvisionedGroup: Methods["removeProvisionedGroup"];
  /** Set the role that members of a provisioned group have. */
  readonly setProvisionedGroupRole: Methods["setProvisionedGroupRole"];
  /** Publish an integration or a new version, hosted at a URL or as a bundle that the platform runs. */
  readonly publishIntegration: Methods["publishIntegration"];
  /** List an integration's versions available for rollback, newest first. */
  readonly listIntegrationVersions: Methods["listIntegrationVersions"];
  /** Roll back to an earlier version, published as a new version; secrets are unchanged. */
  readonly rollBackIntegration: Methods["rollBackIntegration"];
  /** Read a sample of an event type, and whether an installation would receive it. */
  readonly getSampleEvent: Methods["getSampleEvent"];
  /** Send a sample event to one installation, delivered and retried like any other. */
  readonly sendSampleEvent: Methods["sendSampleEvent"];
  /** List the schedules of an installation with their next run. */
  readonly listSchedules: Methods["listSchedules"];
  /** Read the script grant of an integration. */
  readonly getScriptGrant: Methods["getScriptGrant"];
  /** Set or revoke an integration's script grant, before or after it is published. */
  readonly updateScriptGrant: Methods["updateScriptGrant"];
  /** List the settings of the server; secrets are not shown. */
  readonly listSettings: Methods["listSettings"];
  /** Change settings at runtime; all server processes apply them within seconds. */
  readonly updateSettings: Methods["updateSettings"];
  /** List stored values by key. */
  readonly listStoredValues: Methods["listStoredValues"];
  /** Read a stored value. */
  readonly getStoredValue: Methods["getStoredValue"];
  /** Store a value. */
  readonly setStoredValue: Methods["setStoredValue"];
  /** Delete a stored value, if there is one. */
  readonly deleteStoredValue: Methods["deleteStoredValue"];
  /** Add to a stored number, which starts at 0. */
  readonly incrementStoredValue: Methods["incrementStoredValue"];
  /** Read the URL, secret and health of a stream. */
  readonly getStream: Methods["getStream"];
  /** Stream new entries of a log to a URL as signed webhooks, or change the URL and the filter. */
  readonly setStream: Methods["setStream"];
  /** Resend the failed deliveries of a stream. */
  readonly resendStream: Methods["resendStream"];
  /** End a stream and drop its unsent entries. */
  readonly deleteStream: Methods["deleteStream"];
  /** Queue a task, which is delivered as a task event. */
  readonly queueTask: Methods["queueTask"];
  /** List the tasks of an installation, newest first. */
  readonly listTasks: Methods["listTasks"];
  /** Read a task with its progress. */
  readonly getTask: Methods["getTask"];
  /** Cancel a task; a running step can't save its result anymore. */
  readonly cancelTask: Methods["cancelTask"];
  /** Save a finished step or the progress of a running task. */
  readonly saveTaskCheckpoint: Methods["saveTaskCheckpoint"];
  /** Export all data of an organization in parts, without secrets. */
  readonly listOrganizationExport: Methods["listOrganizationExport"];
  /** Delete an organization with all its data, including events and deliveries. */
  readonly deleteOrganization: Methods["deleteOrganization"];
  /** Request access to an organization with members for an hour, as the platform administrator. */
  readonly requestSupportAccess: Methods["requestSupportAccess"];
  /** Read an organization's usage. */
  readonly getOrganizationUsage: Methods["getOrganizationUsage"];
  /** Read an organization's usage by day, for charts. */
  readonly getOrganizationUsageDays: Methods["getOrganizationUsageDays"];
  /** Set an organization's quotas; omitted ones use the defaults. */
  readonly setOrganizationQuota: Methods["setOrganizationQuota"];
  /** Expunge the content of finished events; delivery records are kept. */
  readonly expungeEvents: Methods["expungeEvents"];
  /** Rotate the token signing key; the old one stays published until its last token expires. */
  readonly rotateTokenKeys: Methods["rotateTokenKeys"];
  /** List the tools of an organization's active installations. */
  readonly listTools: Methods["listTools"];
  /** Call a tool that only reads. */
  readonly callTool: Methods["callTool"];
  /** Render the component that shows the result of a tool. */
  readonly renderToolComponent: Methods["renderToolComponent"];
  /** Perform an action in the component of a tool. */
  readonly useToolComponent: Methods["useToolComponent"];
  /** Call a tool that can change data. */
  readonly callWritingTool: Methods["callWritingTool"];
  /** Submit a public integration for review; once approved, it is listed for every organization. */
  readonly submitIntegration: Methods["submitIntegration"];
  /** List integration submissions with their decisions. */
  readonly listIntegrationReviews: Methods["listIntegrationReviews"];
  /** Approve a submission; later versions stay listed unless they request more scopes. */
  readonly approveIntegration: Methods["approveIntegration"];
  /** Reject a submission with a reason. */
  readonly rejectIntegration: Methods["rejectIntegration"];
  /** Read the share link for installing an unlisted integration in other organizations. */
  readonly getShareLink: Methods["getShareLink"];
  /** Replace an unlisted integration's share link; the old one stops working immediately. */
  readonly rotateShareLink: Methods["rotateShareLink"];
  /** Grant the scopes that a new version of an installation's integration requests. */
  readonly consentToInstallation: Methods["consentToInstallation"];
  /** List the webhook endpoints of an installation. */
  readonly listWebhookEndpoints: Methods["listWebhookEndpoints"];
  /** Read the systems other than HTTP that endpoints can use, with their fields. */
  readonly getDestinationTypes: Methods["getDestinationTypes"];
  /** Create a webhook endpoint with a new secret. */
  readonly createWebhookEndpoint: Methods["createWebhookEndpoint"];
  /** Read a webhook endpoint. */
  readonly getWebhookEndpoint: Methods["getWebhookEndpoint"];
  /** Change a webhook endpoint; a paused one queues deliveries, a disabled one gets no new ones. */
  readonly updateWebhookEndpoint: Methods["updateWebhookEndpoint"];
  /** Delete a webhook endpoint. */
  readonly deleteWebhookEndpoint: Methods["deleteWebhookEndpoint"];
  /** Read an endpoint's signing secrets. */
  readonly getWebhookEndpointSecrets: Methods["getWebhookEndpointSecrets"];
  /**
   * Rotate an endpoint's secret; both secrets sign during the overlap, which must end before the next
   * rotation.
   */
  readonly rotateWebhookEndpointSecret: Methods["rotateWebhookEndpointSecret"];
  /** Send a sample or edited event to an endpoint, signed and retried like any other. */
  readonly sendTestEvent: Methods["sendTestEvent"];
  /**
   * Send the stored events of a time range to an endpoint, including those it already received or
   * missed.
   */
  readonly replayEvents: Methods["replayEvents"];
  /** Verify an endpoint with a signed challenge; queued deliveries are sent once it passes. */
  readonly verifyWebhookEndpoint: Methods["verifyWebhookEndpoint"];
  /** Probe a failing endpoint now, instead of at its next scheduled probe. */
  readonly probeWebhookEndpoint: Methods["probeWebhookEndpoint"];
  /** Pause a webhook endpoint, which queues its deliveries. */
  readonly pauseWebhookEndpoint: Methods["pauseWebhookEndpoint"];
  /** Resume a paused webhook endpoint, which sends its queued deliveries. */
  readonly resumeWebhookEndpoint: Methods["resumeWebhookEndpoint"];
  /** Read the statistics of a webhook endpoint, by hour or day. */
  readonly getWebhookEndpointStatistics: Methods["getWebhookEndpointStatistics"];
  /** List the recoveries of a webhook endpoint, newest first. */
  readonly listWebhookEndpointRecoveries: Methods["listWebhookEndpointRecoveries"];
  /** Count the deliveries that a recovery of a webhook endpoint would resend. */
  readonly countWebhookEndpointRecovery: Methods["countWebhookEndpointRecovery"];
  /** Start a recovery of a webhook endpoint: resend failed deliveries at a limited rate. */
  readonly startWebhookEndpointRecovery: Methods["startWebhookEndpointRecovery"];
  /** Read the progress of a recovery of a webhook endpoint. */
  readonly getWebhookEndpointRecovery: Methods["getWebhookEndpointRecovery"];
  /** Cancel a recovery of a webhook endpoint; deliveries it already scheduled are still sent. */
  readonly cancelWebhookEndpointRecovery: Methods["cancelWebhookEndpointRecovery"];
  /** Read who is signed in, by cookie or bearer token. */
  readonly getSession: Methods["getSession"];
  /** Join an organization whose identity provider created a user with the signed-in person's address. */
  readonly joinOrganization: Methods["joinOrganization"];
  /** Sign this browser in with the administrator's token; sets a cookie. */
  readonly signIn: Methods["signIn"];
  /** Sign this browser out. */
  readonly signOut: Methods["signOut"];
}
