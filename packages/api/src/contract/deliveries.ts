import * as z from "zod";
import { operators } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import {
  type OrganizationQuery,
  organizationQueryFields,
  organizationQuerySchema,
  pageOf,
  pageQuerySchema,
} from "./page.ts";

/** Where a delivery goes. */
export type DeliveryTarget =
  | { readonly kind: "endpoint"; readonly endpointId: string; readonly url: string }
  | { readonly kind: "integration"; readonly integration: string };

/** One event on its way to one target. */
export interface DeliveryResource {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly installationId: string;
  readonly target: DeliveryTarget;
  /** `waiting` waits behind an earlier delivery of its ordering key; `sending` is in flight. */
  readonly status: "scheduled" | "waiting" | "sending" | "delivered" | "failed";
  /** Why no further attempt follows; present on a failed delivery. */
  readonly failure?: "exhausted" | "rejected" | "gone" | "disabled" | "canceled" | "expired" | undefined;
  /** How many requests were made. */
  readonly attempts: number;
  /** The status of the last response; absent when there was none. */
  readonly responseStatus?: number | undefined;
  /** A stable word for why the last attempt had no response, or why it was refused. */
  readonly errorCode?: string | undefined;
  /** ISO 8601 time; present while scheduled. */
  readonly nextAttemptAt?: string | undefined;
  /** What it waits for; present while it is neither in flight nor done. */
  readonly wait?: DeliveryWait | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time at which it was delivered or failed. */
  readonly finishedAt?: string | undefined;
}

/**
 * What a delivery waits for.
 *
 * - `held`: somebody paused or disabled what it goes to; `holds` says what
 * - `failing`: the endpoint failed many times in a row; the next probe is at `until`
 * - `retry`: the last attempt failed; the next one is at `until`
 * - `ordered`: an earlier delivery with the same ordering key comes first
 * - `queued`: it is due, and sent as soon as a worker is free
 */
export interface DeliveryWait {
  readonly reason: "held" | "failing" | "retry" | "ordered" | "queued";
  readonly holds?: readonly DeliveryHold[] | undefined;
  /** ISO 8601 time. */
  readonly until?: string | undefined;
}

/** What keeps deliveries back. */
export type DeliveryHold =
  | "endpoint_paused"
  | "endpoint_disabled"
  | "endpoint_unverified"
  | "installation_paused"
  | "other";

/** Query of the list of deliveries. */
export interface DeliveryQuery extends OrganizationQuery {
  readonly eventId?: string | undefined;
  readonly eventType?: string | undefined;
  /** A webhook endpoint's id; the installation's own id stands for its integration. */
  readonly endpointId?: string | undefined;
  readonly status?: DeliveryResource["status"] | undefined;
  /** The status of the last response. */
  readonly responseStatus?: number | undefined;
  /** ISO 8601 time: of events from then on. */
  readonly createdSince?: string | undefined;
  /** ISO 8601 time: of events before then. */
  readonly createdBefore?: string | undefined;
  /** The one with this id. */
  readonly deliveryId?: string | undefined;
  /**
   * Of events whose body contains this text, letter for letter. A page looks through 10,000 events: it may be short, or empty, and
   * have a `next` that leads further back.
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
  /** The integration and version that made what was sent, as in `slack@3`; absent where it was the event itself. */
  readonly transformedBy?: string | undefined;
  /** As they were sent, with names in lower case; values of signatures and of added headers read `[redacted]`. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** With names in lower case; absent when there was no response. */
  readonly responseHeaders?: Readonly<Record<string, string>> | undefined;
  /** Absent when there was no response. */
  readonly responseStatus?: number | undefined;
  /** The first part of the response's body, as text. */
  readonly responseExcerpt?: string | undefined;
  /** Why there was no response, or why the response was refused. */
  readonly error?: string | undefined;
  /** A stable word for {@link error}. */
  readonly errorCode?: string | undefined;
  /** ISO 8601 time of the next attempt; absent when none was to follow. */
  readonly nextAttemptAt?: string | undefined;
}

/** That the platform disabled an endpoint by itself. */
export interface NoticeResource {
  readonly id: string;
  readonly installationId: string;
  readonly target: DeliveryTarget;
  /** It responded with 410, or did nothing but fail for days. */
  readonly reason: "gone" | "failing";
  /** ISO 8601 time. */
  readonly disabledAt: string;
  /** ISO 8601 time. */
  readonly failingSince?: string | undefined;
}

const time = z.iso.datetime();
const identifier = z.string().min(1).max(limits.identifierLength);
const deliveryStatus = z.enum(["scheduled", "waiting", "sending", "delivered", "failed"]);

const targetSchema: z.ZodType<DeliveryTarget> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("endpoint"), endpointId: z.string(), url: z.url() }),
  z.object({ kind: z.literal("integration"), integration: z.string() }),
]);

const waitSchema: z.ZodType<DeliveryWait> = z.object({
  reason: z.enum(["held", "failing", "retry", "ordered", "queued"]),
  holds: z
    .array(
      z.enum(["endpoint_paused", "endpoint_disabled", "endpoint_unverified", "installation_paused", "other"]),
    )
    .optional(),
  until: time.optional(),
});

const deliverySchema: z.ZodType<DeliveryResource> = z.object({
  id: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  installationId: z.string(),
  target: targetSchema,
  status: deliveryStatus,
  failure: z.enum(["exhausted", "rejected", "gone", "disabled", "canceled", "expired"]).optional(),
  attempts: z.int(),
  responseStatus: z.int().optional(),
  errorCode: z.string().optional(),
  nextAttemptAt: time.optional(),
  wait: waitSchema.optional(),
  createdAt: time,
  finishedAt: time.optional(),
});

/** Fields of queries that narrow deliveries down. */
export const deliveryFilterFields = {
  eventType: identifier.meta({ description: "Only deliveries of events of this type." }).optional(),
  endpointId: identifier
    .meta({
      description: "Only deliveries to this webhook endpoint; an installation's id: to its integration.",
    })
    .optional(),
  responseStatus: z.coerce
    .number<number>()
    .int()
    .min(100)
    .max(999)
    .meta({ description: "Only deliveries whose last response had this status." })
    .optional(),
};

const deliveryQuerySchema: z.ZodType<DeliveryQuery, DeliveryQuery> = z.object({
  ...organizationQueryFields,
  ...deliveryFilterFields,
  eventId: identifier.meta({ description: "Only deliveries of this event." }).optional(),
  status: deliveryStatus.meta({ description: "Only deliveries with this status." }).optional(),
  createdSince: time.meta({ description: "Only deliveries of events from then on." }).optional(),
  createdBefore: time.meta({ description: "Only deliveries of events before then." }).optional(),
  deliveryId: identifier.meta({ description: "Only the delivery with this id." }).optional(),
  text: z
    .string()
    .min(2)
    .max(limits.identifierLength)
    .meta({
      description:
        "Only deliveries of events whose body contains this text, letter for letter. A page looks through 10,000 events.",
    })
    .optional(),
});

const attemptSchema: z.ZodType<AttemptResource> = z.object({
  number: z.int(),
  startedAt: time,
  durationMilliseconds: z.number(),
  transformedBy: z.string().optional(),
  requestHeaders: z.record(z.string(), z.string()),
  responseHeaders: z.record(z.string(), z.string()).optional(),
  responseStatus: z.int().optional(),
  responseExcerpt: z.string().optional(),
  error: z.string().optional(),
  errorCode: z.string().optional(),
  nextAttemptAt: time.optional(),
});

const noticeSchema: z.ZodType<NoticeResource> = z.object({
  id: z.string(),
  installationId: z.string(),
  target: targetSchema,
  reason: z.enum(["gone", "failing"]),
  disabledAt: time,
  failingSince: time.optional(),
});

const delivery: DeliveryResource = {
  id: "dlv_1",
  eventId: "evt_1",
  eventType: "space_content_updated",
  installationId: "ins_1",
  target: { kind: "endpoint", endpointId: "whe_1", url: "https://hooks.example/plugboard" },
  status: "delivered",
  attempts: 1,
  createdAt: "2026-01-15T09:30:00.000Z",
};

/** Schemas of this file that the OpenAPI document names. */
export const deliverySchemas = {
  DeliveryTarget: targetSchema,
  Delivery: deliverySchema,
  Attempt: attemptSchema,
  Notice: noticeSchema,
};

/** Where events were sent, and which endpoints the platform gave up. */
export const deliveryOperations = defineOperations({
  listEventDeliveries: operation({
    method: "GET",
    path: "/events/{eventId}/deliveries",
    tag: "Events and deliveries",
    summary: "List the deliveries of an event, over all installations that received it",
    access: "administrator",
    roles: operators,
    query: pageQuerySchema,
    response: pageOf(deliverySchema),
    example: { response: { items: [delivery] } },
  }),
  listDeliveries: operation({
    method: "GET",
    path: "/deliveries",
    tag: "Events and deliveries",
    summary: "List deliveries, newest first",
    access: "administrator",
    roles: operators,
    portal: "read",
    query: deliveryQuerySchema,
    response: pageOf(deliverySchema),
    example: { query: { status: "failed" }, response: { items: [delivery] } },
  }),
  listInstallationDeliveries: operation({
    method: "GET",
    path: "/installations/{installationId}/deliveries",
    tag: "Events and deliveries",
    summary: "List the deliveries of an installation, newest first",
    access: "installation",
    roles: operators,
    query: deliveryQuerySchema,
    response: pageOf(deliverySchema),
    example: { query: { endpointId: "whe_1" }, response: { items: [delivery] } },
  }),
  getDelivery: operation({
    method: "GET",
    path: "/installations/{installationId}/deliveries/{deliveryId}",
    tag: "Events and deliveries",
    summary: "Read a delivery",
    access: "removedInstallation",
    roles: operators,
    portal: "read",
    response: deliverySchema,
    example: { response: delivery },
  }),
  listDeliveryAttempts: operation({
    method: "GET",
    path: "/installations/{installationId}/deliveries/{deliveryId}/attempts",
    tag: "Events and deliveries",
    summary: "List the requests a delivery made, oldest first",
    access: "removedInstallation",
    roles: operators,
    portal: "read",
    query: pageQuerySchema,
    response: pageOf(attemptSchema),
    example: {
      response: {
        items: [
          {
            number: 1,
            startedAt: "2026-01-15T09:30:00.000Z",
            durationMilliseconds: 41,
            requestHeaders: { "content-type": "application/json", "webhook-signature": "[redacted]" },
            responseHeaders: { "content-type": "text/plain" },
            responseStatus: 200,
            responseExcerpt: "ok",
          },
        ],
      },
    },
  }),
  sendDeliveryAgain: operation({
    method: "POST",
    path: "/installations/{installationId}/deliveries/{deliveryId}/send-again",
    tag: "Events and deliveries",
    summary: "Send a delivery again, with all its retries before it",
    access: "removedInstallation",
    roles: operators,
    portal: "change",
    response: deliverySchema,
    errors: ["expunged"],
    example: { response: { ...delivery, status: "scheduled", nextAttemptAt: "2026-01-15T09:30:00.000Z" } },
  }),
  listNotices: operation({
    method: "GET",
    path: "/notices",
    tag: "Events and deliveries",
    summary: "List the endpoints that were disabled because they failed, until each is acknowledged",
    access: "administrator",
    roles: operators,
    query: organizationQuerySchema,
    response: pageOf(noticeSchema),
    example: {
      response: {
        items: [
          {
            id: "ntc_1",
            installationId: "ins_1",
            target: delivery.target,
            reason: "failing",
            disabledAt: "2026-01-15T09:30:00.000Z",
            failingSince: "2026-01-10T09:30:00.000Z",
          },
        ],
      },
    },
  }),
  acknowledgeNotice: operation({
    method: "POST",
    path: "/notices/{noticeId}/acknowledge",
    tag: "Events and deliveries",
    summary: "Acknowledge a notice; it is listed no more",
    access: "administrator",
    roles: operators,
    example: {},
  }),
});
