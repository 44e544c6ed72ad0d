import * as z from "zod";
import { developers, operators } from "./callers.ts";
import { channelSchema, channelsSchema } from "./channels.ts";
import { type FieldCondition, filterSchema } from "./endpoint-filter.ts";
import { endpointDefinitions } from "./endpoint-resource.ts";
import {
  type EndpointSending,
  type EndpointSendingUpdate,
  redactedHeader,
  sendingFields,
  sendingResourceFields,
  sendingUpdateFields,
} from "./endpoint-sending.ts";
import { boundedMap, jsonSchema } from "./json.ts";
import { type EndpointEventType, endpointEventTypeSchema } from "./event-type-name.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, type PageQuery, pageQueryFields } from "./page.ts";

/** A URL that receives webhooks for an installation. Its secrets are read on their own. */
export interface WebhookEndpoint extends EndpointSending {
  readonly id: string;
  readonly installationId: string;
  /** Of a polling endpoint, the one that its consumer polls. */
  readonly url: string;
  /** Its consumer takes the deliveries itself; absent where they are sent. */
  readonly polling?: true | undefined;
  readonly eventTypes: readonly EndpointEventType[];
  /** Only events of one of these channels are sent. Absent where those of every channel and of none are. */
  readonly channels?: readonly string[] | undefined;
  /** Absent where it is signed with a shared secret. */
  readonly signingKey?: "ed25519" | undefined;
  /** Of these types, only events that meet all of these conditions are sent. */
  readonly filter?: readonly FieldCondition[] | undefined;
  /** Only events of this space are sent, where it is given. */
  readonly spaceId?: string | undefined;
  /** Only events of this site are sent, where it is given. */
  readonly siteId?: string | undefined;
  /** Its integration makes what it is sent of each event. Absent where events are sent as they are. */
  readonly transform?: boolean | undefined;
  /** How long a failed delivery waits before each retry, in seconds. Absent where the server's own schedule holds. */
  readonly retryDelaysSeconds?: readonly number[] | undefined;
  /** Whether it has responded to the platform's challenge: until then its deliveries wait. Absent where nothing is asked of it. */
  readonly verification?: "pending" | "verified" | undefined;
  /** `paused` keeps deliveries until it is enabled again; `disabled` gets no new ones. */
  readonly status: "enabled" | "paused" | "disabled";
  /** Why the platform disabled it: it responded with 410, or did nothing but fail for days. Absent where a person did. */
  readonly disabledReason?: "gone" | "failing" | undefined;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time. */
  readonly updatedAt: string;
}

/** What a new webhook endpoint is made from. */
export interface WebhookEndpointCreation extends EndpointSending {
  /** A public https URL of at most 2000 characters; where the operator allows it, also http. Left out with `polling`, and only then. */
  readonly url?: string | undefined;
  /**
   * Makes a polling endpoint: its consumer, with a token of the endpoint's own, takes the deliveries itself, instead of having them sent to
   * a URL. What says how to send is refused.
   */
  readonly polling?: true | undefined;
  /** 1 to 200, of the platform's own and of those that the organization defined. */
  readonly eventTypes: readonly EndpointEventType[];
  /**
   * Only events that are emitted with one of these channels are sent. At most 100, of letters, digits and `_ - . : /`, at most 128
   * characters each. When left out, those of every channel and of none are.
   */
  readonly channels?: readonly string[] | undefined;
  /** Of these types, only events that meet all of these conditions are sent. At most 20. */
  readonly filter?: readonly FieldCondition[] | undefined;
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
  /**
   * `ed25519` signs with a private key that never leaves the platform, as Standard Webhooks do (`v1a`) and in no other way: who holds
   * the public key cannot sign. A shared secret when left out.
   */
  readonly signingKey?: "ed25519" | undefined;
  /** Keeps its deliveries until it has responded to `verifyWebhookEndpoint`, and again whenever its URL changes. */
  readonly requiresVerification?: boolean | undefined;
  /**
   * Lets its integration make the payload of each event, before it is signed: the integration has to handle
   * `fetch_webhook_payload`. Where it makes none, the attempt fails.
   */
  readonly transform?: boolean | undefined;
  /**
   * How long a failed delivery waits before each retry, in whole seconds of at most 30 days; there are as many retries as
   * numbers, at most 50. Up to a tenth is added to each at random. The server's own schedule when left out.
   */
  readonly retryDelaysSeconds?: readonly number[] | undefined;
}

/** Changes to a webhook endpoint; what is left out stays as it is. Enabling it resets what the platform held against it. */
export interface WebhookEndpointUpdate extends EndpointSendingUpdate {
  /** With one of another origin, its headers, authentication and client certificate have to be given again or taken away. */
  readonly url?: string | undefined;
  readonly eventTypes?: readonly EndpointEventType[] | undefined;
  /** All channels anew; `null` takes them away. */
  readonly channels?: readonly string[] | null | undefined;
  /** All conditions anew; `null` takes them away. */
  readonly filter?: readonly FieldCondition[] | null | undefined;
  readonly status?: "enabled" | "paused" | "disabled" | undefined;
  /** As in {@link WebhookEndpointCreation}; `false` sends events as they are again. */
  readonly transform?: boolean | undefined;
  /** As in {@link WebhookEndpointCreation}; `null` goes back to the server's own schedule. */
  readonly retryDelaysSeconds?: readonly number[] | null | undefined;
}

/** Which endpoints to list. */
export interface WebhookEndpointQuery extends PageQuery {
  /** Only those that name this channel. */
  readonly channel?: string | undefined;
}

/** A key that deliveries to an endpoint are signed with. */
export interface WebhookEndpointSecret {
  /** What a receiver verifies with: a shared secret (`whsec_`), or the public key of an endpoint with Ed25519 (`whpk_`). */
  readonly secret: string;
  /** ISO 8601 time. */
  readonly createdAt: string;
  /** ISO 8601 time; present once a newer secret replaced this one. */
  readonly expiresAt?: string | undefined;
}

/** The live secrets of an endpoint, newest first. There are two during a rotation. */
export interface WebhookEndpointSecrets {
  readonly secrets: readonly WebhookEndpointSecret[];
}

/** How to rotate the secret of an endpoint. */
export interface SecretRotation {
  /** How long the old secret stays valid, in seconds; a day when left out, at most 30 days. 0 ends all old ones at once. */
  readonly overlapSeconds?: number | undefined;
}

/** Which event to send as a test. */
export interface TestEvent {
  /** The first event type of the endpoint when left out. */
  readonly type?: EndpointEventType | undefined;
  /** What to send in place of a sample, such as an event that was sent before and edited; it gets an id of its own. */
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
  /** ISO 8601 time after which it is no longer sent and fails as `expired`. Default: retried like any event. */
  readonly expiresAt?: string | undefined;
}

/** The test event that was accepted for delivery. */
export interface AcceptedTestEvent {
  readonly eventId: string;
  readonly deliveryId: string;
}

const maxOverlapSeconds = 30 * 24 * 3600;
const maxRetryDelaySeconds = 30 * 24 * 3600;
const maxRetries = 50;
const identifier = z.string().min(1).max(limits.identifierLength);
const time = z.iso.datetime();
const status = z.enum(["enabled", "paused", "disabled"]);
const url = z.url({ protocol: /^https?$/, error: "must be an http(s) URL" }).max(limits.urlLength);
const eventTypes = z
  .array(endpointEventTypeSchema)
  .min(1, "must name at least one event type")
  .max(limits.endpointEventTypes);
const retryDelaysSeconds = z.array(z.int().min(1).max(maxRetryDelaySeconds)).max(maxRetries);

const signingKey = z.enum(["ed25519"]).optional();

const endpointSchema: z.ZodType<WebhookEndpoint> = z.object({
  id: z.string(),
  installationId: z.string(),
  url: z.url(),
  polling: z.literal(true).optional(),
  eventTypes: z.array(endpointEventTypeSchema),
  channels: z.array(z.string()).optional(),
  signingKey,
  filter: filterSchema.optional(),
  spaceId: z.string().optional(),
  siteId: z.string().optional(),
  transform: z.boolean().optional(),
  retryDelaysSeconds: z.array(z.number()).optional(),
  ...sendingResourceFields,
  verification: z.enum(["pending", "verified"]).optional(),
  status,
  disabledReason: z.enum(["gone", "failing"]).optional(),
  createdAt: time,
  updatedAt: time,
});

const creationSchema: z.ZodType<WebhookEndpointCreation, WebhookEndpointCreation> = z.object({
  url: url.optional(),
  polling: z.literal(true).optional(),
  eventTypes,
  channels: channelsSchema.optional(),
  filter: filterSchema.optional(),
  spaceId: identifier.optional(),
  siteId: identifier.optional(),
  signingKey,
  requiresVerification: z.boolean().optional(),
  transform: z.boolean().optional(),
  retryDelaysSeconds: retryDelaysSeconds.optional(),
  ...sendingFields,
});

const updateSchema: z.ZodType<WebhookEndpointUpdate, WebhookEndpointUpdate> = z.object({
  url: url.optional(),
  eventTypes: eventTypes.optional(),
  channels: channelsSchema.nullish(),
  filter: filterSchema.nullish(),
  status: status.optional(),
  transform: z.boolean().optional(),
  retryDelaysSeconds: retryDelaysSeconds.nullable().optional(),
  ...sendingUpdateFields,
});

const querySchema: z.ZodType<WebhookEndpointQuery, WebhookEndpointQuery> = z.object({
  ...pageQueryFields,
  channel: channelSchema.meta({ description: "Only endpoints that name this channel." }).optional(),
});

const secretsSchema: z.ZodType<WebhookEndpointSecrets> = z.object({
  secrets: z.array(z.object({ secret: z.string(), createdAt: time, expiresAt: time.optional() })),
});

const rotationSchema: z.ZodType<SecretRotation, SecretRotation> = z.object({
  overlapSeconds: z.int().min(0).max(maxOverlapSeconds).optional(),
});

const testEventSchema: z.ZodType<TestEvent, TestEvent> = z.object({
  type: endpointEventTypeSchema.optional(),
  payload: boundedMap(jsonSchema).optional(),
  expiresAt: time.optional(),
});

const acceptedSchema: z.ZodType<AcceptedTestEvent> = z.object({
  eventId: z.string(),
  deliveryId: z.string(),
});

const endpoint: WebhookEndpoint = {
  id: "whe_1",
  installationId: "ins_1",
  url: "https://hooks.example/plugboard",
  eventTypes: ["space_content_updated"],
  status: "enabled",
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

const shared = endpointDefinitions("Webhook endpoints", "a webhook endpoint");

/** Schemas of this file that the OpenAPI document names. */
export const webhookEndpointSchemas = {
  WebhookEndpoint: endpointSchema,
  WebhookEndpointCreation: creationSchema,
  WebhookEndpointUpdate: updateSchema,
  WebhookEndpointSecrets: secretsSchema,
  SecretRotation: rotationSchema,
  TestEvent: testEventSchema,
  AcceptedTestEvent: acceptedSchema,
};

/** URLs that receive an installation's events. */
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
  createWebhookEndpoint: operation({
    method: "POST",
    path: "/installations/{installationId}/webhook-endpoints",
    tag: "Webhook endpoints",
    summary: "Register a webhook endpoint; it gets a fresh secret",
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
        eventTypes: ["space_content_updated"],
        filter: [{ field: ["spaceId"], oneOf: ["spc_1", "spc_2"] }],
        deadlineMilliseconds: 30_000,
        headers: { authorization: "Bearer 6f1e" },
        rateLimit: { perSecond: 5, burst: 10 },
        signatures: ["standard"],
      },
      response: {
        ...endpoint,
        filter: [{ field: ["spaceId"], oneOf: ["spc_1", "spc_2"] }],
        deadlineMilliseconds: 30_000,
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
    summary: "Change a webhook endpoint; paused keeps its deliveries, disabled gets no new ones",
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
    summary: "Remove a webhook endpoint",
    access: "installation",
    roles: developers,
    portal: "change",
    example: {},
  }),
  getWebhookEndpointSecrets: operation({
    method: "GET",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/secrets",
    tag: "Webhook endpoints",
    summary: "Read the secrets that sign for an endpoint",
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
      "Give an endpoint a new secret; the old one signs along for the overlap, and must be over before the next",
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
      body: { type: "page_feedback" },
      response: { eventId: "evt_1", deliveryId: "dlv_1" },
    },
  }),
  verifyWebhookEndpoint: operation({
    method: "POST",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/verify",
    waits: true,
    tag: "Webhook endpoints",
    summary:
      "Ask an endpoint, with a signed challenge, whether it wants webhooks; what waits is sent once it does",
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
    summary: "Try an endpoint at once that keeps failing, instead of at the time of its next probe",
    access: "installation",
    roles: operators,
    portal: "change",
    example: {},
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
  }),
  startWebhookEndpointRecovery: operation({
    method: "POST",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries",
    ...shared.startRecovery,
    portal: "change",
  }),
  getWebhookEndpointRecovery: operation({
    method: "GET",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/{recoveryId}",
    ...shared.recovery,
    portal: "read",
  }),
  cancelWebhookEndpointRecovery: operation({
    method: "POST",
    path: "/installations/{installationId}/webhook-endpoints/{endpointId}/recoveries/{recoveryId}/cancel",
    ...shared.cancelRecovery,
    portal: "change",
  }),
});
