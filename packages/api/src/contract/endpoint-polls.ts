import * as z from "zod";
import { developers, operators } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { shape } from "./shape.ts";

const maxItems = 100;
const maxWaitSeconds = 20;
const maxOverlapSeconds = 30 * 24 * 3600;
const cursor = z.string().min(1).max(limits.identifierLength);
const time = z.iso.datetime();

const pollSchema = shape(
  "EndpointPoll",
  "A poll of a polling endpoint.",
  z.object({
    cursor: cursor
      .optional()
      .describe(
        "The cursor of an earlier poll: returns later deliveries. Defaults to the oldest delivery that isn't acknowledged.",
      ),
    limit: z
      .int()
      .min(1)
      .max(maxItems)
      .optional()
      .describe("1 to 100; defaults to 100. Large payloads reduce the number."),
    waitSeconds: z
      .number()
      .min(0)
      .max(maxWaitSeconds)
      .optional()
      .describe("The time to wait for a delivery if none is ready, in seconds. At most 20; defaults to 0."),
  }),
);

const polledSchema = shape(
  "PolledDeliveries",
  "The result of a poll.",
  z.object({
    items: z
      .array(
        shape(
          "PolledDeliveryResource",
          "A delivery, as it would be sent to a URL.",
          z.object({
            id: z.string(),
            eventId: z.string(),
            eventType: z.string(),
            headers: z
              .record(z.string(), z.string())
              .describe(
                "The webhook's headers, including signatures. Names are lower-case, except for custom headers.",
              ),
            body: z.string().describe("The exact body text that the signatures cover."),
            createdAt: time,
          }),
        ),
      )
      .describe("In the order of their first return."),
    cursor: z
      .string()
      .optional()
      .describe(
        "Acknowledges these deliveries and all earlier ones. Same as the request's cursor if `items` is empty.",
      ),
  }),
);

const acknowledgementSchema = shape(
  "EndpointAcknowledgement",
  "The deliveries that a consumer has processed.",
  z.object({
    cursor: cursor.describe("The cursor of a poll."),
  }),
);

const acknowledgedSchema = shape(
  "AcknowledgedDeliveries",
  "The number of newly acknowledged deliveries.",
  z.object({ count: z.int() }),
);

const rotationSchema = shape(
  "PollTokenRotation",
  "Options for rotating an endpoint's poll token.",
  z.object({
    overlapSeconds: z
      .int()
      .min(0)
      .max(maxOverlapSeconds)
      .optional()
      .describe("The remaining lifetime of the previous token, in seconds. At most 30 days; defaults to 0."),
  }),
);

const tokenSchema = shape(
  "PollToken",
  "A new token for the consumer of a polling endpoint.",
  z.object({
    token: z
      .string()
      .describe(
        "A bearer token (`whpoll_`) that can only poll and acknowledge at this endpoint. It is shown only once.",
      ),
    createdAt: time,
  }),
);

/** Operations for consumers that poll for deliveries. */
export const endpointPollOperations = defineOperations({
  pollWebhookEndpoint: operation({
    method: "POST",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/poll",
    waits: true,
    tag: "Webhook endpoints",
    summary: "Poll an endpoint for deliveries in order; unacknowledged deliveries are returned again",
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
            eventType: "invoice.paid",
            headers: {
              "content-type": "application/json",
              "webhook-id": "evt_1",
              "webhook-timestamp": "1768469400",
              "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
            },
            body: '{"eventId":"evt_1","type":"invoice.paid"}',
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
    summary: "Acknowledge deliveries of a polling endpoint; safe to repeat",
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
    summary: "Create a polling endpoint's token, replacing the previous one; it is shown only once",
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
