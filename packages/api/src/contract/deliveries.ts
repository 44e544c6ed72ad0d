import * as z from "zod";
import { operators } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { organizationQueryFields, organizationQuerySchema, pageOf, pageQuerySchema } from "./page.ts";
import type { DeliveryResource } from "./types.ts";
import { shape } from "./shape.ts";

const time = z.iso.datetime();
const identifier = z.string().min(1).max(limits.identifierLength);
const deliveryStatus = z.enum(["scheduled", "waiting", "sending", "delivered", "failed"]);

const holdSchema = shape(
  "DeliveryHold",
  "Why deliveries are held back.",
  z.enum(["endpoint_paused", "endpoint_disabled", "endpoint_unverified", "installation_paused", "other"]),
);

const targetSchema = shape(
  "DeliveryTarget",
  "The target of a delivery.",
  z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("endpoint"),
      endpointId: z.string(),
      url: z.url(),
      destination: z
        .string()
        .optional()
        .describe("The type of its destination. Not set if deliveries are HTTP requests."),
    }),
    z.object({ kind: z.literal("integration"), integration: z.string() }),
  ]),
);

const waitSchema = shape(
  "DeliveryWait",
  "Why a delivery waits. `held`: its target is paused or disabled, as `holds` explains. `failing`: the endpoint keeps failing; the next probe is at `until`. `retry`: the last attempt failed; the next one is at `until`. `ordered`: an earlier delivery with the same ordering key comes first. `queued`: it is due and waits for a worker.",
  z.object({
    reason: z.enum(["held", "failing", "retry", "ordered", "queued"]),
    holds: z.array(holdSchema).optional(),
    until: time.optional(),
  }),
);

/** The delivery of one event to one target. */
export const deliverySchema = shape(
  "DeliveryResource",
  "The delivery of one event to one target.",
  z.object({
    id: z.string(),
    eventId: z.string(),
    eventType: z.string(),
    installationId: z.string(),
    target: targetSchema,
    status: deliveryStatus.describe(
      "`waiting`: behind an earlier delivery with the same ordering key. `sending`: in flight.",
    ),
    failure: z
      .enum(["exhausted", "rejected", "gone", "disabled", "canceled", "expired"])
      .optional()
      .describe("Why the delivery won't be retried. Set on failed deliveries."),
    attempts: z.int().describe("The number of requests so far."),
    responseStatus: z.int().optional().describe("The status of the last response, if there was one."),
    errorCode: z
      .string()
      .optional()
      .describe("A stable code for a missing or rejected response of the last attempt."),
    nextAttemptAt: time.optional().describe("The time of the next attempt. Set while scheduled."),
    wait: waitSchema.optional().describe("Why the delivery waits. Set unless it is in flight or finished."),
    createdAt: time,
    finishedAt: time.optional().describe("The time when the delivery succeeded or failed."),
  }),
);

/** Query fields that filter deliveries. */
export const deliveryFilterFields = {
  eventType: identifier.meta({ description: "Only deliveries of events of this type." }).optional(),
  endpointId: identifier
    .optional()
    .describe("A webhook endpoint's id, or an installation's id for its integration."),
  responseStatus: z.coerce
    .number<number>()
    .int()
    .min(100)
    .max(999)
    .optional()
    .describe("The status of the last response."),
};

const deliveryQuerySchema = shape(
  "DeliveryQuery",
  "Filters of the list of deliveries.",
  z.object({
    ...organizationQueryFields,
    ...deliveryFilterFields,
    eventId: identifier.meta({ description: "Only deliveries of this event." }).optional(),
    status: deliveryStatus.meta({ description: "Only deliveries with this status." }).optional(),
    createdSince: time.optional().describe("Events at or after this time."),
    createdBefore: time.optional().describe("Events before this time."),
    order: z
      .enum(["newest", "oldest", "next_attempt", "attempts"])
      .optional()
      .describe(
        "The order of the list. `newest` and `oldest` sort by event. `next_attempt` lists only deliveries that wait for a later attempt, the next one first; `attempts` only those with several attempts, the most first. These two can't be combined with `text`. Defaults to `newest`.",
      ),
    deliveryId: identifier.optional().describe("The delivery with this id."),
    text: z
      .string()
      .min(2)
      .max(limits.identifierLength)
      .optional()
      .describe(
        "Events whose body contains this exact text. Each page searches 10,000 events, so it may be short or empty and still have a `next`.",
      ),
  }),
);

const attemptSchema = shape(
  "AttemptResource",
  "One HTTP request of a delivery.",
  z.object({
    number: z.int().describe("Counts from 1."),
    startedAt: time,
    durationMilliseconds: z.number(),
    transformedBy: z
      .string()
      .optional()
      .describe(
        "The integration and version that transformed the payload, such as `slack@3`. Not set if the event was sent unchanged.",
      ),
    requestHeaders: z
      .record(z.string(), z.string())
      .describe(
        "Request headers with lower-case names. Signatures and custom header values read `[redacted]`.",
      ),
    responseHeaders: z
      .record(z.string(), z.string())
      .optional()
      .describe("Response headers with lower-case names. Not set without a response."),
    responseStatus: z.int().optional().describe("Not set without a response."),
    responseExcerpt: z.string().optional().describe("The beginning of the response body."),
    error: z.string().optional().describe("Why there was no response, or why it was rejected."),
    errorCode: z.string().optional().describe("A stable code for `error`."),
    nextAttemptAt: time.optional().describe("The time of the next attempt, if there is one."),
  }),
);

const noticeSchema = shape(
  "NoticeResource",
  "A notice that the platform disabled an endpoint.",
  z.object({
    id: z.string(),
    installationId: z.string(),
    target: targetSchema,
    reason: z
      .enum(["gone", "failing"])
      .describe("`gone`: it responded with 410. `failing`: all requests failed for days."),
    disabledAt: time,
    failingSince: time.optional(),
  }),
);

const delivery: DeliveryResource = {
  id: "dlv_1",
  eventId: "evt_1",
  eventType: "invoice.paid",
  installationId: "ins_1",
  target: { kind: "endpoint", endpointId: "whe_1", url: "https://hooks.example/plugboard" },
  status: "delivered",
  attempts: 1,
  createdAt: "2026-01-15T09:30:00.000Z",
};

/** Operations for deliveries and notices of disabled endpoints. */
export const deliveryOperations = defineOperations({
  listEventDeliveries: operation({
    method: "GET",
    path: "/events/{eventId}/deliveries",
    tag: "Events and deliveries",
    summary: "List an event's deliveries to all installations",
    access: "administrator",
    keyScope: "organization:deliveries:read",
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
    keyScope: "organization:deliveries:read",
    roles: operators,
    portal: "read",
    agents: true,
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
    keyScope: "organization:deliveries:read",
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
    keyScope: "organization:deliveries:read",
    roles: operators,
    portal: "read",
    response: deliverySchema,
    example: { response: delivery },
  }),
  listDeliveryAttempts: operation({
    method: "GET",
    path: "/installations/{installationId}/deliveries/{deliveryId}/attempts",
    tag: "Events and deliveries",
    summary: "List a delivery's attempts, oldest first",
    access: "removedInstallation",
    keyScope: "organization:deliveries:read",
    roles: operators,
    portal: "read",
    agents: true,
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
    summary: "Resend a delivery with a fresh retry schedule",
    access: "removedInstallation",
    keyScope: "organization:deliveries:write",
    roles: operators,
    portal: "change",
    agents: true,
    response: deliverySchema,
    errors: ["expunged"],
    example: { response: { ...delivery, status: "scheduled", nextAttemptAt: "2026-01-15T09:30:00.000Z" } },
  }),
  listNotices: operation({
    method: "GET",
    path: "/notices",
    tag: "Events and deliveries",
    summary: "List unacknowledged notices of endpoints that were disabled after failing",
    access: "administrator",
    keyScope: "organization:deliveries:read",
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
    summary: "Acknowledge a notice, which removes it from the list",
    access: "administrator",
    keyScope: "organization:deliveries:write",
    roles: operators,
    example: {},
  }),
});
