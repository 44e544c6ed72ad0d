import { isCustomEventType } from "@plugboard/api";
import type {
  EndpointDestination,
  EndpointEventType,
  EndpointSending,
  EndpointSendingUpdate,
  WebhookEndpoint,
  WebhookEndpointUpdate,
} from "@plugboard/api/client";
import { DeliveryError, type Endpoint, type FieldCondition } from "@plugboard/webhook-delivery";
import { generateSecret } from "@plugboard/webhook-signer";
import { generateSigningKeyPair } from "@plugboard/webhook-signer/standard-webhooks";
import { createId } from "../common/create-id.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { changeDestination, changeEndpointOptions, checkMove } from "./change-endpoint-options.ts";
import { createWithinLimits } from "./create-within-limits.ts";
import { listWebhookEvents } from "../product/event-declarations.ts";
import type { ProductRef } from "../resources/product-ref.ts";
import { readEndpointMetadata, toMetadata } from "./endpoint-metadata.ts";
import { endpointKinds } from "./list-endpoints.ts";

/** Options of a new webhook endpoint. */
export interface NewWebhookEndpoint extends EndpointSending {
  /** Defaults to a new id. If an endpoint with this id exists, it is returned unchanged. */
  readonly id?: string | undefined;
  /** Required, except for polling endpoints, which have none. */
  readonly url?: string | undefined;
  /** Creates a polling endpoint, whose consumer fetches the deliveries. */
  readonly polling?: true | undefined;
  /** Publishes to a queue or another system. Defaults to HTTP requests. */
  readonly destination?: EndpointDestination | undefined;
  /** Event types of the platform, the organization and the product. */
  readonly eventTypes: readonly (EndpointEventType | (string & {}))[];
  /** Only events of these channels. */
  readonly channels?: readonly string[] | undefined;
  readonly filter?: readonly FieldCondition[] | undefined;
  /** Only events about this resource. Defaults to all. */
  readonly resource?: ProductRef | undefined;
  /** Defaults to a shared secret. */
  readonly signingKey?: "ed25519" | undefined;
  /** Defaults to `enabled`. */
  readonly status?: OwnStatus | undefined;
  /** Holds deliveries until the endpoint answers a challenge, and again whenever its URL changes. */
  readonly requiresVerification?: boolean | undefined;
  /** Lets the integration transform each payload with `fetch_webhook_payload`. */
  readonly transform?: boolean | undefined;
  /** The delay before each retry. Defaults to the workers' schedule. */
  readonly retryDelaysSeconds?: readonly number[] | undefined;
}

/**
 * Reasons to hold an endpoint: its installation is paused, its owner paused it (new deliveries wait) or
 * disabled it (no new deliveries are created), it has not been verified, or all requests of an agent's subscription
 * have failed for a while.
 */
export const holds = {
  installation: "installation",
  paused: "paused",
  switchedOff: "switched off",
  unverified: "unverified",
  suspended: "suspended",
} as const;

type OwnStatus = WebhookEndpoint["status"];

const statusHolds: readonly (readonly [OwnStatus, string])[] = [
  ["paused", holds.paused],
  ["disabled", holds.switchedOff],
];

/** Returns the status set by the endpoint's owner. */
export function ownStatusOf({ holds: held }: Endpoint): OwnStatus {
  if (held.includes(holds.switchedOff)) return "disabled";
  return held.includes(holds.paused) ? "paused" : "enabled";
}

/** Returns an endpoint's event types: the product's, then its organization's custom types. */
export function endpointEventTypes(
  { product }: Pick<PlatformContext, "product">,
  endpoint: Endpoint,
): EndpointEventType[] {
  const own = listWebhookEvents(product).map(([type]) => type);
  return [
    ...own.filter((type) => endpoint.eventTypes.includes(type)),
    ...endpoint.eventTypes.filter(isCustomEventType),
  ];
}

/**
 * Creates a webhook endpoint for an installation's events, with a new secret.
 *
 * @throws PlatformError `conflict` if the installation has reached its limit
 *
 * @throws DeliveryError `invalid_endpoint` for a URL that can never be called, a wrong setting of a destination, or a header
 * that is not allowed
 *
 * @example
 * import { createWebhookEndpoint, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { id } = await createWebhookEndpoint(platform, "ins_1", {
 *   url: "https://hooks.example.com",
 *   eventTypes: ["invoice.paid"],
 * });
 * console.log(id);
 */
export async function createWebhookEndpoint(
  context: PlatformContext,
  installationId: string,
  {
    id = createId("whe", context.now()),
    url,
    polling,
    destination,
    eventTypes,
    channels,
    filter,
    resource,
    signingKey,
    status,
    requiresVerification,
    transform,
    ...sending
  }: NewWebhookEndpoint,
): Promise<Endpoint> {
  if (url !== undefined) context.checkEndpoint({ url, options: { destination } });
  if (polling === true && requiresVerification === true)
    throw refuse("requiresVerification", "a polling endpoint");
  if (polling === true && transform === true) throw refuse("transform", "a polling endpoint");
  if (destination !== undefined && requiresVerification === true)
    throw refuse("requiresVerification", "an endpoint with a destination");
  checkTokenUrl(context, sending);
  if (signingKey !== undefined) checkSignatures(sending);
  const secret = signingKey === undefined ? generateSecret() : (await generateSigningKeyPair()).privateKey;
  return await createWithinLimits(context, installationId, id, async (organizationId) => {
    const metadata = toMetadata({
      resource,
      requiresVerification,
      transform,
      secretTimes: [{ createdAt: context.now() }],
    });
    return await context.deliveries.createEndpoint({
      id,
      tenant: installationId,
      fairnessGroup: organizationId ?? installationId,
      kind: endpointKinds.webhook,
      url,
      polling,
      eventTypes,
      channels,
      filter,
      secrets: [secret],
      metadata,
      rateLimit: sending.rateLimit,
      options: { ...changeEndpointOptions({}, sending), destination },
      holds: [
        ...(requiresVerification === true ? [holds.unverified] : []),
        ...statusHolds.filter(([held]) => held === status).map(([, reason]) => reason),
      ],
    });
  });
}

/**
 * Returns a webhook endpoint of an installation.
 *
 * @throws PlatformError `not_found`, including for an endpoint of another installation
 */
export async function getWebhookEndpoint(
  { deliveries }: PlatformContext,
  installationId: string,
  endpointId: string,
): Promise<Endpoint> {
  const endpoint = await deliveries.getEndpoint(endpointId);
  const own = endpoint?.tenant === installationId && endpoint.kind === endpointKinds.webhook;
  return orNotFound(
    own ? endpoint : undefined,
    `webhook endpoint ${endpointId} of installation ${installationId}`,
  );
}

/**
 * Updates an endpoint. Enabling or pausing it also re-enables it if the engine had disabled it.
 *
 * @throws PlatformError `invalid_request` if the URL moves to another origin and the update neither sets nor
 * removes the headers, credentials or client certificate, because a caller who can change the URL may not know them
 *
 * @throws DeliveryError `invalid_endpoint` for a URL that can never be called, or a header that is not
 * allowed
 */
export async function updateWebhookEndpoint(
  context: PlatformContext,
  endpoint: Endpoint,
  { url, destination, eventTypes, channels, filter, status, transform, ...sending }: WebhookEndpointUpdate,
): Promise<void> {
  const { deliveries } = context;
  if (url !== undefined && endpoint.polling === true) throw refuse("url", "a polling endpoint");
  if (transform === true && endpoint.polling === true) throw refuse("transform", "a polling endpoint");
  if (destination !== undefined && endpoint.options?.destination === undefined)
    throw refuse("destination", "an endpoint without one; create another endpoint");
  checkTokenUrl(context, sending);
  checkMove(endpoint, url, { ...sending, destination });
  if (usesEd25519(endpoint)) checkSignatures(sending);
  // Hold it before the URL changes, so that no delivery is sent to an unverified URL.
  const isMoved = url !== undefined && url !== endpoint.url;
  if (isMoved && readEndpointMetadata(endpoint).requiresVerification === true)
    await deliveries.setHold({ endpointId: endpoint.id }, holds.unverified);
  await deliveries.updateEndpoint(endpoint.id, (current) => {
    // Check again, because a concurrent update may have set secrets.
    checkMove(current, url, { ...sending, destination });
    const own = changeDestination(current.options?.destination, destination);
    if (url !== undefined || destination !== undefined)
      context.checkEndpoint({ url: url ?? current.url, options: { destination: own } });
    return {
      ...(current.polling !== true && { url: url ?? current.url }),
      eventTypes: eventTypes ?? current.eventTypes,
      channels,
      filter,
      rateLimit: sending.rateLimit,
      options: { ...changeEndpointOptions(current.options ?? {}, sending), destination: own },
      ...(transform !== undefined && {
        metadata: toMetadata({ ...readEndpointMetadata(current), transform }),
      }),
    };
  });
  if (status === undefined) return;
  for (const [held, reason] of statusHolds) {
    if (status === held) await deliveries.setHold({ endpointId: endpoint.id }, reason);
    else await deliveries.clearHold({ endpointId: endpoint.id }, reason);
  }
  if (status !== "disabled" && endpoint.status === "disabled") await deliveries.enableEndpoint(endpoint.id);
}

function refuse(path: string, endpoint: string): PlatformError {
  const message = `has no effect on ${endpoint}`;
  return new PlatformError("invalid_request", `${path} ${message}: omit it.`, [{ path, message }]);
}

function checkTokenUrl({ checkEndpoint }: PlatformContext, { authentication }: EndpointSendingUpdate): void {
  if (authentication?.type !== "oauth2") return;
  try {
    checkEndpoint({ url: authentication.tokenUrl });
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    throw new DeliveryError(error.code, error.message, { cause: error, part: "authentication.tokenUrl" });
  }
}

/** Returns whether an endpoint signs with an Ed25519 key instead of a shared secret. */
export function usesEd25519({ secrets }: Endpoint): boolean {
  return secrets[0]?.startsWith("whsk_") === true;
}

/** @throws PlatformError `invalid_request` for a signature format that does not support Ed25519 */
function checkSignatures({ signatures }: EndpointSendingUpdate): void {
  if (!Array.isArray(signatures) || signatures.includes("standard")) return;
  const message = "must include standard: Ed25519 supports no other format";
  throw new PlatformError("invalid_request", `signatures: ${message}.`, [{ path: "signatures", message }]);
}
