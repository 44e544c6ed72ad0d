import * as z from "zod";
import { developers, everyMember, operators } from "./callers.ts";
import { channelSchema, channelsSchema } from "./channels.ts";
import {
  destinationResourceSchema,
  destinationSchema,
  destinationTypesSchema,
  destinationUpdateSchema,
} from "./endpoint-destination.ts";
import { filterSchema } from "./endpoint-filter.ts";
import { endpointDefinitions } from "./endpoint-resource.ts";
import {
  redactedHeader,
  sendingFields,
  sendingResourceFields,
  sendingUpdateFields,
} from "./endpoint-sending.ts";
import { boundedMap, anyJsonSchema } from "./json.ts";
import { endpointEventTypeSchema } from "./event-type-name.ts";
import { withKindFields } from "./kind-fields.ts";
import { endpointUrlSchema } from "./http-url-schema.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQueryFields } from "./page.ts";
import type { WebhookEndpoint, WebhookEndpointSecrets } from "./types.ts";
import { resourceRefSchema } from "./resource-ref.ts";
import { shape } from "./shape.ts";

const maxOverlapSeconds = 30 * 24 * 3600;
const maxRetryDelaySeconds = 30 * 24 * 3600;
const maxRetries = 50;
const identifier = z.string().min(1).max(limits.identifierLength);
const time = z.iso.datetime();
const status = z.enum(["enabled", "paused", "disabled"]);
const eventTypes = z
  .array(endpointEventTypeSchema)
  .min(1, "must name at least one event type")
  .max(limits.endpointEventTypes);
const retryDelaysSeconds = z.array(z.int().min(1).max(maxRetryDelaySeconds)).max(maxRetries);

const signingKey = z.enum(["ed25519"]).optional();

/** The health of an endpoint. */
export const healthSchema = shape(
  "EndpointHealth",
  "Whether an endpoint accepts its deliveries, with the numbers that justify it.",
  z.object({
    state: z
      .enum(["healthy", "degraded", "failing", "paused", "disabled"])
      .describe(
        "`healthy`: less than 5% of the requests failed. `degraded`: more failed, or the latest one. `failing`: all requests have failed, for five minutes or at least three times. `paused`: deliveries are kept until the endpoint is enabled or verified. `disabled`: there are no new deliveries.",
      ),
    requests: z.int().describe("Requests of the last 24 hours."),
    failedRequests: z.int().describe("Failed requests of the last 24 hours."),
    p95Milliseconds: z
      .number()
      .optional()
      .describe("95th percentile of the request durations of the last 24 hours. Not set without requests."),
    waiting: z.int().describe("Deliveries that wait to be sent, counted up to 10,000."),
    failingSince: time
      .optional()
      .describe("The first failure since the last success. Not set after a success."),
  }),
);

const endpointSchema = shape(
  "WebhookEndpoint",
  "A URL or queue that receives webhooks for an installation. Its secrets are read separately.",
  withKindFields(
    z.object({
      id: z.string(),
      health: healthSchema,
      installationId: z.string(),
      url: z.url().describe("The URL to poll, for a polling endpoint."),
      polling: z
        .literal(true)
        .optional()
        .describe("The consumer polls for deliveries. Not set if they are sent to the URL."),
      destination: destinationResourceSchema.optional().describe("Not set if deliveries are HTTP requests."),
      eventTypes: z.array(endpointEventTypeSchema),
      channels: z
        .array(z.string())
        .optional()
        .describe("Limits the endpoint to events of these channels. Not set if it receives all events."),
      signingKey: signingKey.describe("Not set if a shared secret signs."),
      filter: filterSchema.optional().describe("Limits the endpoint to events that meet all conditions."),
      resource: resourceRefSchema.optional().describe("Limits the endpoint to events of this resource."),
      transform: z
        .boolean()
        .optional()
        .describe("The integration transforms each payload. By default events are sent unchanged."),
      retryDelaysSeconds: z
        .array(z.number())
        .optional()
        .describe("The delay before each retry, in seconds. Not set if the server's schedule applies."),
      ...sendingResourceFields,
      verification: z
        .enum(["pending", "verified"])
        .optional()
        .describe(
          "Whether the endpoint passed the platform's challenge; deliveries wait until then. Not set if none is required.",
        ),
      status: status.describe(
        "`paused` queues deliveries until the endpoint is enabled; `disabled` gets no new ones.",
      ),
      disabledReason: z
        .enum(["gone", "failing"])
        .optional()
        .describe(
          "Why the platform disabled the endpoint. `gone`: it responded with 410. `failing`: all requests failed for days. Not set if a person disabled it.",
        ),
      createdAt: time,
      updatedAt: time,
    }),
    ({ kind }) => ({
      [`${kind}Id`]: z.string().optional().describe(`Limits the endpoint to events of this ${kind}.`),
    }),
  ),
);

const creationSchema = shape(
  "WebhookEndpointCreation",
  "A new webhook endpoint.",
  withKindFields(
    z.object({
      url: endpointUrlSchema
        .optional()
        .describe(
          "A public https URL of at most 2,000 characters, or http if the operator allows it. The address of its system if `destination` is set. Required unless `polling` is set.",
        ),
      destination: destinationSchema
        .optional()
        .describe(
          "Publishes to a queue or another system instead of sending HTTP requests. Its type can't change.",
        ),
      polling: z
        .literal(true)
        .optional()
        .describe(
          "Creates a polling endpoint: its consumer fetches deliveries with a token instead of receiving requests. Excludes the options for sending.",
        ),
      eventTypes: eventTypes.describe(
        "1 to 200 event types. A wildcard includes types that are defined later.",
      ),
      channels: channelsSchema
        .optional()
        .describe(
          "Limits the endpoint to events of these channels. At most 100, each of up to 128 letters, digits and `_ - . : /`. By default it receives events with or without channels.",
        ),
      filter: filterSchema
        .optional()
        .describe("Limits the endpoint to events that meet all conditions. At most 20."),
      resource: resourceRefSchema
        .optional()
        .describe(
          "Limits the endpoint to events of this resource of the product. Can't be combined with the ID of a resource, such as `projectId`.",
        ),
      signingKey: signingKey.describe(
        "`ed25519` signs with a private key that never leaves the platform, in the `v1a` format of Standard Webhooks only. Defaults to a shared secret.",
      ),
      status: status
        .optional()
        .describe(
          "`paused` queues deliveries and `disabled` gets none until the endpoint is enabled. Defaults to `enabled`.",
        ),
      requiresVerification: z
        .boolean()
        .optional()
        .describe(
          "Holds deliveries until the endpoint passes `verifyWebhookEndpoint`, and again after its URL changes.",
        ),
      transform: z
        .boolean()
        .optional()
        .describe(
          "Lets the integration's `fetch_webhook_payload` handler create each payload before it is signed. If it returns no payload, the attempt fails.",
        ),
      retryDelaysSeconds: retryDelaysSeconds
        .optional()
        .describe(
          "The delay before each retry in whole seconds, at most 30 days each and at most 50 retries. Up to 10% is added at random. Defaults to the server's schedule.",
        ),
      ...sendingFields,
    }),
    ({ kind, others }) => ({
      [`${kind}Id`]: identifier
        .optional()
        .describe(`Limits the endpoint to events of this ${kind}.${exclude(others)}`),
    }),
  ),
);

function exclude(kinds: readonly string[]): string {
  const names = kinds.map((kind) => `\`${kind}Id\``);
  return names.length === 0 ? "" : ` Can't be combined with ${names.join(" or ")}.`;
}

const updateSchema = shape(
  "WebhookEndpointUpdate",
  "Changes to a webhook endpoint. Omitted fields keep their values. Enabling an endpoint clears its failure state.",
  z.object({
    url: endpointUrlSchema
      .optional()
      .describe(
        "If the origin changes, headers, authentication, client certificate and the destination's secrets must be sent again or removed.",
      ),
    destination: destinationUpdateSchema.optional().describe("Only for endpoints that have a destination."),
    eventTypes: eventTypes.optional(),
    channels: channelsSchema.nullish().describe("Replaces all channels; `null` removes them."),
    filter: filterSchema.nullish().describe("Replaces all conditions; `null` removes them."),
    status: status.optional(),
    transform: z
      .boolean()
      .optional()
      .describe("As in `WebhookEndpointCreation`; `false` sends events unchanged."),
    retryDelaysSeconds: retryDelaysSeconds
      .nullable()
      .optional()
      .describe("As in `WebhookEndpointCreation`; `null` restores the server's schedule."),
    ...sendingUpdateFields,
  }),
);

const querySchema = shape(
  "WebhookEndpointQuery",
  "Filters of webhook endpoints.",
  z.object({
    ...pageQueryFields,
    channel: channelSchema.optional().describe("Only endpoints with this channel."),
  }),
);

const secretsSchema = shape(
  "WebhookEndpointSecrets",
  "An endpoint's valid secrets, newest first. There are two during a rotation.",
  z.object({
    secrets: z.array(
      shape(
        "WebhookEndpointSecret",
        "A key that signs an endpoint's deliveries.",
        z.object({
          secret: z
            .string()
            .describe(
              "The receiver's verification key: a shared secret (`whsec_`), or the public key of an Ed25519 endpoint (`whpk_`).",
            ),
          createdAt: time,
          expiresAt: time.optional().describe("Set once a newer secret has replaced this one."),
        }),
      ),
    ),
  }),
);

const rotationSchema = shape(
  "SecretRotation",
  "Options for rotating an endpoint's secret.",
  z.object({
    overlapSeconds: z
      .int()
      .min(0)
      .max(maxOverlapSeconds)
      .optional()
      .describe(
        "How long the old secret stays valid, in seconds. At most 30 days; defaults to a day. 0 revokes all old secrets immediately.",
      ),
  }),
);

const testEventSchema = shape(
  "TestEvent",
  "A test event.",
  z.object({
    type: endpointEventTypeSchema
      .optional()
      .describe(
        "Defaults to the endpoint's first event type. For a wildcard, a type that it includes is sent.",
      ),
    payload: boundedMap(anyJsonSchema)
      .optional()
      .describe(
        "Replaces the sample payload, for example with an edited earlier event. The new event gets its own id.",
      ),
    expiresAt: time
      .optional()
      .describe(
        "When delivery stops: if still open then, it fails as `expired`. By default the retry schedule decides.",
      ),
  }),
);

const acceptedSchema = shape(
  "AcceptedTestEvent",
  "An accepted test event.",
  z.object({
    eventId: z.string(),
    deliveryId: z.string(),
  }),
);

const replaySchema = shape(
  "EventReplay",
  "The stored events to send to an endpoint.",
  z.object({
    since: time.describe("Events accepted at or after this time."),
    before: time.optional().describe("Events accepted before this time. Defaults to now."),
    eventTypes: eventTypes
      .optional()
      .describe("Events of these types. Defaults to all types of the endpoint."),
    cursor: z
      .string()
      .max(15)
      .regex(/^\d+$/, "must be the `next` of the previous response")
      .optional()
      .describe("The `next` of the previous response."),
  }),
);

const replayedSchema = shape(
  "ReplayedEvents",
  "A part of a replay.",
  z.object({
    replayed: z.int().describe("The events of this part that are sent to the endpoint."),
    next: z.string().optional().describe("Continues the replay. Not set at its end."),
  }),
);

const endpoint: WebhookEndpoint = {
  id: "whe_1",
  installationId: "ins_1",
  url: "https://hooks.example/plugboard",
  eventTypes: ["invoice.*"],
  status: "enabled",
  health: { state: "healthy", requests: 1200, failedRequests: 3, p95Milliseconds: 180, waiting: 0 },
  createdAt: "2026-01-15T09:30:00.000Z",
  updatedAt: "2026-01-15T09:30:00.000Z",
};
const secrets: WebhookEndpointSecrets = {
  secrets: [
    {
      secret: "whsec_bmV3bmV3bmV3bmV3bmV3bmV3bmV3bmV3bmV3bmV3bmU=",
      createdAt: "2026-01-15T09:30:00.000Z",
    },
  ],
};

const shownToAgents = { shows: ["id", "installationId", "status", "health"] };

const shared = endpointDefinitions("Webhook endpoints", "a webhook endpoint");

/** Operations for webhook endpoints. */
export const webhookEndpointOperations = defineOperations({
  listWebhookEndpoints: operation({
    method: "GET",
    path: "/installations/{installationId}/webhook-endpoints",
    tag: "Webhook endpoints",
    summary: "List the webhook endpoints of an installation",
    access: "installation",
    roles: operators,
    portal: "read",
    query: querySchema,
    response: pageOf(endpointSchema),
    example: { response: { items: [endpoint] } },
  }),
  getDestinationTypes: operation({
    method: "GET",
    path: "/destination-types",
    tag: "Webhook endpoints",
    summary: "Read the systems other than HTTP that endpoints can use, with their fields",
    // The response contains only public documentation.
    access: "anyone",
    roles: everyMember,
    response: destinationTypesSchema,
    // For an invalid token.
    errors: ["unauthorized"],
    example: {
      response: {
        types: [
          {
            type: "rabbitmq",
            name: "RabbitMQ",
            url: { label: "Broker URL", example: "amqps://broker.example.com/virtual-host" },
            fields: [
              { name: "username", label: "User name", isSecret: false, isRequired: true },
              { name: "password", label: "Password", isSecret: true, isRequired: true },
            ],
            inPortal: false,
          },
        ],
      },
    },
  }),
  createWebhookEndpoint: operation({
    method: "POST",
    path: "/installations/{installationId}/webhook-endpoints",
    tag: "Webhook endpoints",
    summary: "Create a webhook endpoint with a new secret",
    access: "installation",
    roles: developers,
    portal: "change",
    body: creationSchema,
    status: 201,
    response: endpointSchema,
    idempotent: true,
    errors: ["conflict"],
    example: {
      body: {
        url: "https://hooks.example/plugboard",
        eventTypes: ["invoice.*"],
        filter: [{ field: ["data", "currency"], oneOf: ["EUR", "USD"] }],
        timeoutMilliseconds: 30_000,
        headers: { authorization: "Bearer 6f1e" },
        rateLimit: { perSecond: 5, burst: 10 },
        signatures: ["standard"],
      },
      response: {
        ...endpoint,
        filter: [{ field: ["data", "currency"], oneOf: ["EUR", "USD"] }],
        timeoutMilliseconds: 30_000,
        headers: { authorization: redactedHeader },
        rateLimit: { perSecond: 5, burst: 10 },
        signatures: ["standard"],
      },
    },
  }),
  getWebhookEndpoint: operation({
    method: "GET",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}",
    tag: "Webhook endpoints",
    summary: "Read a webhook endpoint",
    access: "installation",
    roles: operators,
    portal: "read",
    response: endpointSchema,
    example: { response: endpoint },
  }),
  updateWebhookEndpoint: operation({
    method: "PATCH",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}",
    tag: "Webhook endpoints",
    summary: "Change a webhook endpoint; a paused one queues deliveries, a disabled one gets no new ones",
    access: "installation",
    roles: developers,
    portal: "change",
    body: updateSchema,
    response: endpointSchema,
    example: { body: { status: "paused", rateLimit: null }, response: { ...endpoint, status: "paused" } },
  }),
  deleteWebhookEndpoint: operation({
    method: "DELETE",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}",
    tag: "Webhook endpoints",
    summary: "Delete a webhook endpoint",
    access: "installation",
    roles: developers,
    portal: "change",
    example: {},
  }),
  getWebhookEndpointSecrets: operation({
    method: "GET",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/secrets",
    tag: "Webhook endpoints",
    summary: "Read an endpoint's signing secrets",
    access: "installation",
    roles: developers,
    portal: "change",
    response: secretsSchema,
    example: { response: secrets },
  }),
  rotateWebhookEndpointSecret: operation({
    method: "POST",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/rotate-secret",
    tag: "Webhook endpoints",
    summary:
      "Rotate an endpoint's secret; both secrets sign during the overlap, which must end before the next rotation",
    access: "installation",
    roles: developers,
    portal: "change",
    body: rotationSchema,
    response: secretsSchema,
    errors: ["conflict"],
    example: { body: { overlapSeconds: 3600 }, response: secrets },
  }),
  sendTestEvent: operation({
    method: "POST",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/test-event",
    tag: "Webhook endpoints",
    summary: "Send a sample or edited event to an endpoint, signed and retried like any other",
    access: "installation",
    roles: operators,
    portal: "change",
    body: testEventSchema,
    status: 202,
    response: acceptedSchema,
    idempotent: true,
    errors: ["conflict", "rate_limited"],
    example: {
      body: { type: "invoice.paid" },
      response: { eventId: "evt_1", deliveryId: "dlv_1" },
    },
  }),
  replayEvents: operation({
    method: "POST",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/replay",
    tag: "Webhook endpoints",
    summary:
      "Send the stored events of a time range to an endpoint, including those it already received or missed",
    access: "installation",
    roles: operators,
    portal: "change",
    body: replaySchema,
    status: 202,
    response: replayedSchema,
    errors: ["conflict"],
    example: {
      body: { since: "2026-01-14T09:00:00Z", before: "2026-01-14T12:00:00Z" },
      response: { replayed: 120, next: "73012" },
    },
  }),
  verifyWebhookEndpoint: operation({
    method: "POST",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/verify",
    waits: true,
    tag: "Webhook endpoints",
    summary: "Verify an endpoint with a signed challenge; queued deliveries are sent once it passes",
    access: "installation",
    roles: developers,
    portal: "change",
    response: endpointSchema,
    errors: ["conflict", "rate_limited"],
    example: { response: { ...endpoint, verification: "verified" } },
  }),
  probeWebhookEndpoint: operation({
    method: "POST",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/probe",
    tag: "Webhook endpoints",
    summary: "Probe a failing endpoint now, instead of at its next scheduled probe",
    access: "installation",
    roles: operators,
    portal: "change",
    example: {},
  }),
  pauseWebhookEndpoint: operation({
    method: "POST",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/pause",
    tag: "Webhook endpoints",
    summary: "Pause a webhook endpoint, which queues its deliveries",
    access: "installation",
    keyScope: "organization:deliveries:write",
    roles: operators,
    portal: "change",
    agents: shownToAgents,
    response: endpointSchema,
    errors: ["conflict"],
    example: { response: { ...endpoint, status: "paused" } },
  }),
  resumeWebhookEndpoint: operation({
    method: "POST",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/resume",
    tag: "Webhook endpoints",
    summary: "Resume a paused webhook endpoint, which sends its queued deliveries",
    access: "installation",
    keyScope: "organization:deliveries:write",
    roles: operators,
    portal: "change",
    agents: shownToAgents,
    response: endpointSchema,
    errors: ["conflict"],
    example: { response: endpoint },
  }),
  getWebhookEndpointStatistics: operation({
    method: "GET",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/statistics",
    ...shared.statistics,
    portal: "read",
  }),
  listWebhookEndpointRecoveries: operation({
    method: "GET",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries",
    ...shared.recoveries,
    portal: "read",
  }),
  countWebhookEndpointRecovery: operation({
    method: "POST",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/count",
    ...shared.countRecovery,
    portal: "read",
    agents: true,
  }),
  startWebhookEndpointRecovery: operation({
    method: "POST",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries",
    ...shared.startRecovery,
    portal: "change",
    agents: true,
  }),
  getWebhookEndpointRecovery: operation({
    method: "GET",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/{recoveryId}",
    ...shared.recovery,
    portal: "read",
    agents: true,
  }),
  cancelWebhookEndpointRecovery: operation({
    method: "POST",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/{recoveryId}/cancel",
    ...shared.cancelRecovery,
    portal: "change",
    agents: true,
  }),
});
