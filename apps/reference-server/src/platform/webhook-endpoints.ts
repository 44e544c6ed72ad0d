import { type WebhookEventType, webhookEventTypes } from "@plugboard/api";
import type { WebhookEndpointUpdate } from "@plugboard/api/client";
import { DeliveryError, type DeliveryStore, type Endpoint } from "@plugboard/webhook-delivery";
import { generateSecret } from "@plugboard/webhook-signer";
import { z } from "zod";
import { endpointKinds } from "../dispatch/integration-endpoints.ts";
import { createId } from "./create-id.ts";
import { found, PlatformError } from "./platform-error.ts";

/** A signing secret with the time it came and, once a newer one replaced it, the time it goes. */
export interface EndpointSecret {
  readonly secret: string;
  readonly createdAt: number;
  readonly expiresAt?: number;
}

interface EndpointMetadata {
  readonly spaceId?: string;
  readonly siteId?: string;
  /** Switched off by its owner: it gets no new deliveries. */
  readonly off?: boolean;
  /** In the order of the endpoint's secrets. */
  readonly secretTimes: readonly { readonly createdAt: number; readonly expiresAt?: number }[];
}

/** What a webhook endpoint is made from. */
export interface NewWebhookEndpoint {
  readonly url: string;
  readonly eventTypes: readonly WebhookEventType[];
  readonly spaceId?: string;
  readonly siteId?: string;
}

const metadataSchema: z.ZodType<EndpointMetadata> = z.object({
  spaceId: z.string().exactOptional(),
  siteId: z.string().exactOptional(),
  off: z.boolean().exactOptional(),
  secretTimes: z.array(z.object({ createdAt: z.number(), expiresAt: z.number().exactOptional() })),
});

const defaultOverlapSeconds = 24 * 3600;

/** Reads what this platform keeps in an endpoint's metadata. */
export function readEndpointMetadata(endpoint: Endpoint): EndpointMetadata {
  return metadataSchema.parse(endpoint.metadata);
}

/** The event types of an endpoint that this platform knows. */
export function endpointEventTypes(endpoint: Endpoint): WebhookEventType[] {
  return webhookEventTypes.filter((type) => endpoint.eventTypes.includes(type));
}

/** An endpoint's secrets that still sign, the newest first. */
export function liveSecrets(endpoint: Endpoint, now: number): EndpointSecret[] {
  const { secretTimes } = readEndpointMetadata(endpoint);
  return endpoint.secrets
    .map((secret, index) => ({ secret, createdAt: endpoint.createdAt, ...secretTimes[index] }))
    .filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now);
}

/** Registers a URL to receive an installation's events, with a fresh secret. @throws PlatformError `invalid_request` */
export async function createWebhookEndpoint(
  deliveries: DeliveryStore,
  installationId: string,
  { url, eventTypes, spaceId, siteId }: NewWebhookEndpoint,
  now: number,
): Promise<Endpoint> {
  const metadata = toMetadata({
    ...(spaceId !== undefined && { spaceId }),
    ...(siteId !== undefined && { siteId }),
    secretTimes: [{ createdAt: now }],
  });
  return await refuseInvalid(() =>
    deliveries.createEndpoint({
      id: createId("whe", now),
      tenant: installationId,
      kind: endpointKinds.webhook,
      url,
      eventTypes,
      secrets: [generateSecret()],
      metadata,
    }),
  );
}

/** @throws PlatformError `not_found`, also for an endpoint of another installation */
export async function getWebhookEndpoint(
  deliveries: DeliveryStore,
  installationId: string,
  endpointId: string,
): Promise<Endpoint> {
  const endpoint = await deliveries.getEndpoint(endpointId);
  const own = endpoint?.tenant === installationId && endpoint.kind === endpointKinds.webhook;
  return found(
    own ? endpoint : undefined,
    `webhook endpoint ${endpointId} of installation ${installationId}`,
  );
}

/**
 * Changes an endpoint. Enabling it also undoes what the engine disabled it for.
 *
 * @throws PlatformError `invalid_request`
 */
export async function updateWebhookEndpoint(
  deliveries: DeliveryStore,
  endpoint: Endpoint,
  { status, ...change }: WebhookEndpointUpdate,
): Promise<Endpoint> {
  const metadata = toMetadata({ ...readEndpointMetadata(endpoint), off: status === "disabled" });
  const updated = await refuseInvalid(() =>
    deliveries.updateEndpoint(endpoint.id, { ...change, ...(status !== undefined && { metadata }) }),
  );
  const reset = status === "enabled" && endpoint.status === "disabled";
  return reset ? await deliveries.resumeEndpoint(endpoint.id) : updated;
}

/** Gives an endpoint a new secret; the one before it goes on signing for the overlap, so that no delivery is refused. */
export async function rotateEndpointSecret(
  deliveries: DeliveryStore,
  endpoint: Endpoint,
  now: number,
  overlapSeconds: number = defaultOverlapSeconds,
): Promise<Endpoint> {
  const [current] = liveSecrets(endpoint, now);
  const kept =
    current === undefined || overlapSeconds === 0
      ? []
      : [{ ...current, expiresAt: now + overlapSeconds * 1000 }];
  const secrets = [generateSecret(), ...kept.map(({ secret }) => secret)];
  const secretTimes = [
    { createdAt: now },
    ...kept.map(({ createdAt, expiresAt }) => ({ createdAt, expiresAt })),
  ];
  const metadata = toMetadata({ ...readEndpointMetadata(endpoint), secretTimes });
  return await deliveries.updateEndpoint(endpoint.id, { secrets, metadata });
}

function toMetadata({ spaceId, siteId, off = false, secretTimes }: EndpointMetadata): Endpoint["metadata"] {
  return {
    ...(spaceId !== undefined && { spaceId }),
    ...(siteId !== undefined && { siteId }),
    off,
    secretTimes: secretTimes.map(({ createdAt, expiresAt }) =>
      expiresAt === undefined ? { createdAt } : { createdAt, expiresAt },
    ),
  };
}

async function refuseInvalid<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof DeliveryError && error.code === "invalid_endpoint") {
      throw new PlatformError("invalid_request", error.message);
    }
    throw error;
  }
}
