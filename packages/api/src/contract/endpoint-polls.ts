import * as z from "zod";
import { developers, operators } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";

/** What a consumer asks a polling endpoint for. */
export interface EndpointPoll {
  /** Of an earlier poll: what was handed out after it. From the oldest delivery that is not acknowledged when left out. */
  readonly cursor?: string | undefined;
  /** 1 to 100; 100 when left out. Of large payloads there are fewer. */
  readonly limit?: number | undefined;
  /** Seconds to wait for a delivery if none is ready: at most 20. Default: 0. */
  readonly waitSeconds?: number | undefined;
}

/** A delivery as its consumer would have been sent it. */
export interface PolledDeliveryResource {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  /** The headers of the webhook, with its signatures. Names in lower case, but for those that the endpoint adds. */
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text of the webhook's body, which the signatures are over. */
  readonly body: string;
  /** ISO 8601 time. */
  readonly createdAt: string;
}

/** What a poll brought. */
export interface PolledDeliveries {
  /** In the order in which they were handed out first. */
  readonly items: readonly PolledDeliveryResource[];
  /** Acknowledges these and all that was handed out before. The cursor of the request when `items` is empty. */
  readonly cursor?: string | undefined;
}

/** Which deliveries a consumer is done with. */
export interface EndpointAcknowledgement {
  /** Of a poll. */
  readonly cursor: string;
}

/** How many deliveries were acknowledged that were not before. */
export interface AcknowledgedDeliveries {
  readonly count: number;
}

/** How to rotate the token that polls an endpoint. */
export interface PollTokenRotation {
  /** How long the token before stays valid, in seconds; 0 when left out, at most 30 days. */
  readonly overlapSeconds?: number | undefined;
}

/** A new token for the consumer of a polling endpoint. */
export interface PollToken {
  /** A bearer token (`whpoll_`) that polls and acknowledges, at this endpoint, and no more. It is not shown again. */
  readonly token: string;
  /** ISO 8601 time. */
  readonly createdAt: string;
}

const maxItems = 100;
const maxWaitSeconds = 20;
const maxOverlapSeconds = 30 * 24 * 3600;
const cursor = z.string().min(1).max(limits.identifierLength);
const time = z.iso.datetime();

const pollSchema: z.ZodType<EndpointPoll, EndpointPoll> = z.object({
  cursor: cursor.optional(),
  limit: z.int().min(1).max(maxItems).optional(),
  waitSeconds: z.number().min(0).max(maxWaitSeconds).optional(),
});

const polledSchema: z.ZodType<PolledDeliveries> = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      eventId: z.string(),
      eventType: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string(),
      createdAt: time,
    }),
  ),
  cursor: z.string().optional(),
});

const acknowledgementSchema: z.ZodType<EndpointAcknowledgement, EndpointAcknowledgement> = z.object({
  cursor,
});

const acknowledgedSchema: z.ZodType<AcknowledgedDeliveries> = z.object({ count: z.int() });

const rotationSchema: z.ZodType<PollTokenRotation, PollTokenRotation> = z.object({
  overlapSeconds: z.int().min(0).max(maxOverlapSeconds).optional(),
});

const tokenSchema: z.ZodType<PollToken> = z.object({ token: z.string(), createdAt: time });

/** Schemas of this file that the OpenAPI document names. */
export const endpointPollSchemas = {
  EndpointPoll: pollSchema,
  PolledDeliveries: polledSchema,
  EndpointAcknowledgement: acknowledgementSchema,
  AcknowledgedDeliveries: acknowledgedSchema,
  PollTokenRotation: rotationSchema,
  PollToken: tokenSchema,
};

/** Deliveries that consumers take themselves. */
export const endpointPollOperations = defineOperations({
  pollWebhookEndpoint: operation({
    method: "POST",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/poll",
    waits: true,
    tag: "Webhook endpoints",
    summary: "Take deliveries from a polling endpoint, in order; those that are not acknowledged come again",
    access: "installation",
    roles: operators,
    isPoll: true,
    audit: false,
    body: pollSchema,
    status: 200,
    response: polledSchema,
    errors: ["conflict"],
    example: {
      body: { limit: 10, waitSeconds: 20 },
      response: {
        items: [
          {
            id: "dlv_1",
            eventId: "evt_1",
            eventType: "space_content_updated",
            headers: {
              "content-type": "application/json",
              "webhook-id": "evt_1",
              "webhook-timestamp": "1768469400",
              "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
            },
            body: '{"eventId":"evt_1","type":"space_content_updated"}',
            createdAt: "2026-01-15T09:30:00.000Z",
          },
        ],
        cursor: "17-4321",
      },
    },
  }),
  acknowledgeWebhookEndpoint: operation({
    method: "POST",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/acknowledge",
    waits: true,
    tag: "Webhook endpoints",
    summary: "Say that deliveries of a polling endpoint are done with; saying it again is harmless",
    access: "installation",
    roles: operators,
    isPoll: true,
    audit: false,
    body: acknowledgementSchema,
    status: 200,
    response: acknowledgedSchema,
    errors: ["conflict"],
    example: { body: { cursor: "17-4321" }, response: { count: 1 } },
  }),
  rotateWebhookEndpointPollToken: operation({
    method: "POST",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/rotate-poll-token",
    tag: "Webhook endpoints",
    summary:
      "Give the consumer of a polling endpoint a token, in the place of the one before; it is shown once",
    access: "installation",
    roles: developers,
    portal: "change",
    body: rotationSchema,
    status: 200,
    response: tokenSchema,
    errors: ["conflict"],
    example: {
      body: { overlapSeconds: 3600 },
      response: {
        token: "whpoll_whe_1_9kXqT3mZr0bYc2Vw7NfLsD5hJgPa1E8R0aXbYq",
        createdAt: "2026-01-15T09:30:00.000Z",
      },
    },
  }),
});
