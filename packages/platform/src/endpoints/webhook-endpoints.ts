import { type WebhookEventType, webhookEventTypes } from "@plugboard/api";
import type { WebhookEndpointUpdate } from "@plugboard/api/client";
import type { DeliveryStore, Endpoint } from "@plugboard/webhook-delivery";
import { generateSecret } from "@plugboard/webhook-signer";
import * as z from "zod";
import { endpointKinds } from "./endpoint-kinds.ts";
import { createId } from "../common/create-id.ts";
import { found, PlatformError } from "../common/platform-error.ts";

/** A signing secret with the time it came and, once a newer one replaced it, the time it goes. */
export interface EndpointSecret {
  readonly secret: string;
  readonly createdAt: number;
  readonly expiresAt?: number | undefined;
}

interface EndpointMetadata {
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
  /** Switched off by its owner: it gets no new deliveries. */
  readonly off?: boolean | undefined;
  /** Paused by its owner: its new deliveries wait. */
  readonly paused?: boolean | undefined;
  /** In the order of the endpoint's secrets. */
  readonly secretTimes: readonly { readonly createdAt: number; readonly expiresAt?: number | undefined }[];
}

/** What a webhook endpoint is made from. */
export interface NewWebhookEndpoint {
  /** A fresh one when absent. An endpoint that has it already is given back as it is. */
  readonly id?: string | undefined;
  readonly url: string;
  readonly eventTypes: readonly WebhookEventType[];
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
}

const metadataSchema: z.ZodType<EndpointMetadata> = z.object({
  spaceId: z.string().exactOptional(),
  siteId: z.string().exactOptional(),
  off: z.boolean().exactOptional(),
  paused: z.boolean().exactOptional(),
  secretTimes: z.array(z.object({ createdAt: z.number(), expiresAt: z.number().exactOptional() })),
});

/** Why the engine holds an endpoint: its installation is paused, or its owner paused it or switched it off. */
export const holds = { installation: "installation", owner: "owner" } as const;

const defaultOverlapSeconds = 24 * 3600;
const maximumEndpoints = 100;

/** Reads what this platform keeps in an endpoint's metadata. */
export function readEndpointMetadata(endpoint: Endpoint): EndpointMetadata {
  return metadataSchema.parse(endpoint.metadata);
}

/** Whether its owner switched an endpoint off. */
export function isSwitchedOff(endpoint: Endpoint): boolean {
  return endpoint.kind === endpointKinds.webhook && readEndpointMetadata(endpoint).off === true;
}

/** Whether its owner wants nothing sent to an endpoint now. */
export function isHeldBack(endpoint: Endpoint): boolean {
  if (endpoint.kind !== endpointKinds.webhook) return false;
  const { off = false, paused = false } = readEndpointMetadata(endpoint);
  return off || paused;
}

/** All endpoints of an installation, or those of one kind, in the order they were made. */
export async function listTenantEndpoints(
  deliveries: DeliveryStore,
  installationId: string,
  kind?: (typeof endpointKinds)[keyof typeof endpointKinds],
): Promise<readonly Endpoint[]> {
  // More than there can be: see the limit of webhook endpoints.
  const query = { tenant: installationId, limit: 1000, ...(kind !== undefined && { kind }) };
  return (await deliveries.listEndpoints(query)).items;
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

/**
 * Registers a URL to receive an installation's events, with a fresh secret.
 *
 * @throws PlatformError `conflict` when the installation has as many as it may have
 */
export async function createWebhookEndpoint(
  deliveries: DeliveryStore,
  installationId: string,
  { id = createId("whe"), url, eventTypes, spaceId, siteId }: NewWebhookEndpoint,
  now: number,
): Promise<Endpoint> {
  const known = await listTenantEndpoints(deliveries, installationId, endpointKinds.webhook);
  const same = known.find((endpoint) => endpoint.id === id);
  if (same !== undefined) return same;
  if (known.length >= maximumEndpoints) {
    throw new PlatformError(
      "conflict",
      `An installation has at most ${maximumEndpoints} webhook endpoints. Remove one first.`,
    );
  }
  const metadata = toMetadata({
    ...(spaceId !== undefined && { spaceId }),
    ...(siteId !== undefined && { siteId }),
    secretTimes: [{ createdAt: now }],
  });
  return await deliveries.createEndpoint({
    id,
    tenant: installationId,
    kind: endpointKinds.webhook,
    url,
    eventTypes,
    secrets: [generateSecret()],
    metadata,
  });
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

/** Changes an endpoint. Enabling or pausing one gives it another chance where the engine had disabled it. */
export async function updateWebhookEndpoint(
  deliveries: DeliveryStore,
  endpoint: Endpoint,
  { url, eventTypes, status }: WebhookEndpointUpdate,
): Promise<void> {
  const wanted = { off: status === "disabled", paused: status === "paused" };
  await deliveries.updateEndpoint(endpoint.id, (current) => ({
    url: url ?? current.url,
    eventTypes: eventTypes ?? current.eventTypes,
    ...(status !== undefined && { metadata: toMetadata({ ...readEndpointMetadata(current), ...wanted }) }),
  }));
  if (status === undefined) return;
  const target = { endpointId: endpoint.id };
  if (status === "enabled") await deliveries.clearHold(target, holds.owner);
  else await deliveries.setHold(target, holds.owner);
  if (status !== "disabled" && endpoint.status === "disabled") await deliveries.enableEndpoint(endpoint.id);
}

/**
 * Gives an endpoint a new secret; the one before it goes on signing for the overlap, so that no delivery is refused.
 *
 * @param endpoint - as the caller read it: of two who rotate at the same time only one does, since the other would take a
 * secret away that was given out just now
 * @throws PlatformError `conflict` when somebody else rotated it since
 */
export async function rotateEndpointSecret(
  deliveries: DeliveryStore,
  endpoint: Endpoint,
  now: number,
  overlapSeconds: number = defaultOverlapSeconds,
): Promise<Endpoint> {
  const secret = generateSecret();
  return await deliveries.updateEndpoint(endpoint.id, (current) => {
    if (current.secrets[0] !== endpoint.secrets[0]) throw rotatedMeanwhile();
    return decideRotation(current, secret, now, overlapSeconds);
  });
}

function decideRotation(
  endpoint: Endpoint,
  secret: string,
  now: number,
  overlapSeconds: number,
): Pick<Endpoint, "secrets" | "metadata"> {
  const [current] = liveSecrets(endpoint, now);
  const kept =
    current === undefined || overlapSeconds === 0
      ? []
      : [{ ...current, expiresAt: now + overlapSeconds * 1000 }];
  const secretTimes = [
    { createdAt: now },
    ...kept.map(({ createdAt, expiresAt }) => ({ createdAt, expiresAt })),
  ];
  return {
    secrets: [secret, ...kept.map((old) => old.secret)],
    metadata: toMetadata({ ...readEndpointMetadata(endpoint), secretTimes }),
  };
}

function rotatedMeanwhile(): PlatformError {
  return new PlatformError(
    "conflict",
    "Somebody else rotated the secret at the same time. Read the secrets, and rotate again if it is still needed.",
  );
}

function toMetadata({
  spaceId,
  siteId,
  off = false,
  paused = false,
  secretTimes,
}: EndpointMetadata): Endpoint["metadata"] {
  return {
    ...(spaceId !== undefined && { spaceId }),
    ...(siteId !== undefined && { siteId }),
    off,
    paused,
    secretTimes: secretTimes.map(({ createdAt, expiresAt }) =>
      expiresAt === undefined ? { createdAt } : { createdAt, expiresAt },
    ),
  };
}
