import * as z from "zod";
import { operators } from "./callers.ts";
import { httpUrlSchema } from "./http-url-schema.ts";
import { jsonObjectSchema, settingsSchema } from "./json.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";
import { shape } from "./shape.ts";

const scope = "agent:events:read";
const maxPolledEvents = 100;
const maxCursorLength = 1000;
const secretBytes = { min: 24, max: 64 };
const time = z.iso.datetime();
const identifier = z.string().min(1).max(limits.identifierLength);
const milliseconds = z.int().min(0);

const name = identifier.describe("The `name` of an event from `listAgentEvents`.");
const installationId = identifier
  .optional()
  .describe("Only events of this installation. Others count as unknown.");
const cursor = z.string().max(maxCursorLength).nullish();

const eventSchema = shape(
  "AgentEventType",
  "An event that agents can subscribe to.",
  z.object({
    name: z.string().describe("The integration's name, two underscores and the event type."),
    integration: z.string(),
    installationId: z.string(),
    type: z.string().describe("The event type."),
    description: z.string(),
    inputSchema: jsonObjectSchema.describe("The JSON Schema of a subscription's arguments."),
    payloadSchema: jsonObjectSchema.describe("The JSON Schema of the events' `data`."),
  }),
);

const querySchema = shape(
  "AgentEventsQuery",
  "Selects events for agents.",
  z.object({ ...pageQuerySchema.shape, installationId }),
);

const key = {
  name,
  installationId,
  arguments: settingsSchema.describe("Must match the event's `inputSchema`. Events must have these values."),
};

const subscribingSchema = shape(
  "AgentSubscribing",
  "A subscription of the calling agent. Calling again with the same name, arguments and URL refreshes it.",
  z.object({
    ...key,
    url: httpUrlSchema.describe("The callback URL. It must answer a signed challenge."),
    secret: z
      .string()
      .max(limits.identifierLength)
      .refine(isSigningSecret, "must be whsec_ and the base64 form of 24 to 64 bytes")
      .describe("Signs requests. After a change, the previous secret also signs for five minutes."),
    cursor: cursor.describe("Replays later events if the subscription is new or has expired."),
    maxAgeMs: milliseconds.nullish().describe("Doesn't replay older events."),
    ttlMs: milliseconds
      .nullish()
      .describe("The lifetime: 5 minutes to 7 days. Defaults to a day; `null` is 7 days."),
    receivesControls: z
      .boolean()
      .optional()
      .describe("Whether the callback also gets `gap` and `terminated` messages. Defaults to `false`."),
  }),
);

const subscribedSchema = shape(
  "AgentSubscribed",
  "A subscription that was created or refreshed.",
  z.object({
    id: z.string().describe("Sent as `X-MCP-Subscription-Id`."),
    refreshBefore: time.describe("The subscription expires at this time."),
    cursor: z.string().describe("All earlier events were delivered, or dropped by the callback."),
    truncated: z.boolean().describe("Whether events after the request's cursor can't be replayed."),
    deliveryStatus: z
      .object({
        active: z.boolean().describe("Whether deliveries were sent until this refresh."),
        lastDeliveryAt: time.nullable(),
        lastError: z.string().nullable(),
        failedSince: time.optional(),
      })
      .optional()
      .describe("Set for a refresh."),
  }),
);

const unsubscribingSchema = shape(
  "AgentUnsubscribing",
  "The subscription to end. The calling agent created it.",
  z.object({ ...key, url: httpUrlSchema }),
);

const pollSchema = shape(
  "AgentEventPoll",
  "A poll of the event log.",
  z.object({
    ...key,
    cursor: cursor.describe("The cursor of an earlier response. `null` returns the current cursor only."),
    maxEvents: z.int().min(1).max(maxPolledEvents).optional().describe("1 to 100. Defaults to 100."),
    maxAgeMs: milliseconds.nullish().describe("Skips older events."),
  }),
);

const occurrenceSchema = shape(
  "AgentEventOccurrence",
  "An event for an agent.",
  z.object({
    eventId: z.string(),
    name: z.string(),
    timestamp: time,
    data: jsonObjectSchema,
  }),
);

const polledSchema = shape(
  "PolledAgentEvents",
  "Events from the log, oldest first.",
  z.object({
    events: z.array(occurrenceSchema),
    cursor: z.string(),
    truncated: z.boolean().describe("Whether events after the request's cursor are no longer available."),
    hasMore: z.boolean().describe("Whether to poll again immediately."),
    nextPollMs: z.int().describe("The time to wait before the next poll, in milliseconds."),
  }),
);

const subscriptionSchema = shape(
  "AgentSubscription",
  "A subscription of an agent, without its URL and secret.",
  z.object({
    id: z.string(),
    name: z.string(),
    installationId: z.string(),
    arguments: jsonObjectSchema,
    host: z.string().describe("The host of the callback URL."),
    subscriber: z.object({
      type: z.enum(["member", "key", "admin"]),
      id: z.string(),
      clientId: z.string().optional().describe("The agent that a member connected."),
    }),
    createdAt: time,
    expiresAt: time,
  }),
);

/** Returns whether a secret has the form of a symmetric secret of Standard Webhooks. */
function isSigningSecret(secret: string): boolean {
  const [, text = ""] = /^whsec_([A-Za-z0-9+/]{2,}={0,2})$/.exec(secret) ?? [];
  const padding = text.length - text.replaceAll("=", "").length;
  if (text.length % 4 !== 0) return false;
  const bytes = (text.length / 4) * 3 - padding;
  return bytes >= secretBytes.min && bytes <= secretBytes.max;
}

const subscription = {
  name: "billing__invoice.paid",
  arguments: { customerId: "cus_1" },
  url: "https://agent.example/events",
};
const common = { tag: "Agent events", access: "administrator", roles: operators } as const;

/** Operations for agents that receive events, and for the people who see their subscriptions. */
export const agentEventOperations = defineOperations({
  listAgentEvents: operation({
    method: "GET",
    path: "/organizations/{organizationId}/agent-events",
    ...common,
    summary: "List the events of an organization's active installations that agents can receive",
    keyScope: scope,
    query: querySchema,
    response: pageOf(eventSchema),
    example: {
      response: {
        items: [
          {
            name: subscription.name,
            integration: "billing",
            installationId: "ins_1",
            type: "invoice.paid",
            description: "An invoice was paid",
            inputSchema: { type: "object", properties: { customerId: { type: "string" } } },
            payloadSchema: { type: "object", properties: { customerId: { type: "string" } } },
          },
        ],
      },
    },
  }),
  subscribeAgent: operation({
    method: "POST",
    path: "/organizations/{organizationId}/agent-subscriptions",
    ...common,
    waits: true,
    summary: "Subscribe the calling agent to an event, or refresh its subscription",
    keyScope: scope,
    body: subscribingSchema,
    response: subscribedSchema,
    errors: ["callback_failed", "conflict", "rate_limited"],
    example: {
      body: { ...subscription, secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD" },
      response: {
        id: "sub_1",
        refreshBefore: "2026-01-16T09:30:00.000Z",
        cursor: "MTI.k3J",
        truncated: false,
      },
    },
  }),
  unsubscribeAgent: operation({
    method: "POST",
    path: "/organizations/{organizationId}/agent-subscriptions/unsubscribe",
    ...common,
    summary: "End a subscription of the calling agent; safe to repeat",
    keyScope: scope,
    body: unsubscribingSchema,
    example: { body: subscription },
  }),
  pollAgentEvents: operation({
    method: "POST",
    path: "/organizations/{organizationId}/agent-events/poll",
    ...common,
    summary: "Read events from the log, oldest first",
    keyScope: scope,
    changes: false,
    body: pollSchema,
    response: polledSchema,
    example: {
      body: { name: subscription.name, arguments: subscription.arguments, cursor: "MTI.k3J" },
      response: {
        events: [
          {
            eventId: "evt_1",
            name: subscription.name,
            timestamp: "2026-01-15T09:30:00.000Z",
            data: { customerId: "cus_1" },
          },
        ],
        cursor: "MTM.p0c",
        truncated: false,
        hasMore: false,
        nextPollMs: 5000,
      },
    },
  }),
  listAgentSubscriptions: operation({
    method: "GET",
    path: "/organizations/{organizationId}/agent-subscriptions",
    ...common,
    summary: "List the subscriptions of an organization's agents",
    query: pageQuerySchema,
    response: pageOf(subscriptionSchema),
    example: {
      response: {
        items: [
          {
            id: "sub_1",
            name: subscription.name,
            installationId: "ins_1",
            arguments: subscription.arguments,
            host: "agent.example",
            subscriber: { type: "member", id: "usr_1", clientId: "https://agent.example/client.json" },
            createdAt: "2026-01-15T09:30:00.000Z",
            expiresAt: "2026-01-16T09:30:00.000Z",
          },
        ],
      },
    },
  }),
  endAgentSubscription: operation({
    method: "DELETE",
    path: "/organizations/{organizationId}/agent-subscriptions/{subscriptionId}",
    ...common,
    summary: "End a subscription of an agent; deliveries that are not sent yet are canceled",
    example: {},
  }),
});
