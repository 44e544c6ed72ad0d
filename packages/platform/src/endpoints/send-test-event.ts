import type { CustomEvent } from "@plugboard/api";
import { limits } from "@plugboard/api/contract";
import { type Endpoint, matchesEventType } from "@plugboard/webhook-delivery";
import type { PlatformContext } from "../database/platform-context.ts";
import { createIdFromKey } from "../common/create-id.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import { getCustomEventType, listCustomEventTypes } from "../events/custom-event-types.ts";
import { sampleOf } from "../product/describe-contract.ts";
import { requireVisible } from "../database/visible-event-types.ts";
import { listWebhookEvents } from "../product/event-declarations.ts";
import { endpointEventTypes } from "./webhook-endpoints.ts";

/** Options of a test event. */
export interface TestEventRequest {
  /** Defaults to the first type that the endpoint subscribes to. */
  readonly type?: string | undefined;
  /** Replaces the example payload. */
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
  /** Not sent after this time (Unix time in milliseconds). */
  readonly expiresAt?: number | undefined;
  readonly idempotencyKey: string | undefined;
  /** The endpoint's organization. */
  readonly organizationId: string;
}

/**
 * Sends an example event, or one with the given payload, to one endpoint. Its type and ids come from the
 * request.
 *
 * @throws PlatformError `not_found` if the endpoint was deleted or the organization has not defined the type, `forbidden`
 * if a portal session does not include it
 */
export async function sendTestEvent(
  context: PlatformContext,
  endpoint: Endpoint,
  request: TestEventRequest,
): Promise<{ readonly eventId: string; readonly deliveryId: string }> {
  const { deliveries, now } = context;
  const first = listWebhookEvents(context.product)[0]?.[0] ?? "";
  const subscribed = request.type ?? endpointEventTypes(context, endpoint)[0] ?? first;
  requireVisible([subscribed]);
  const type = await concreteTypeOf(context, request.organizationId, subscribed);
  const eventId = createIdFromKey("evt", endpoint.id, request.idempotencyKey, now());
  const ids = { eventId, installationId: endpoint.tenant };
  const own = context.product?.contract.events?.[type];
  const sample = async (): Promise<object> => {
    if (own !== undefined) return sampleOf(type, own, ids);
    return { ...ids, type, data: await exampleOf(context, request.organizationId, type) };
  };
  const event = request.payload === undefined ? await sample() : { ...request.payload, type, ...ids };
  const [enqueued] = await deliveries.enqueue([
    {
      id: eventId,
      type,
      body: JSON.stringify(event),
      expiresAt: request.expiresAt,
      endpointIds: [endpoint.id],
    },
  ]);
  const delivery = orNotFound(enqueued?.deliveries[0], `webhook endpoint ${endpoint.id}`);
  return { eventId, deliveryId: delivery.id };
}

/** Returns the type itself, or the first defined type that a wildcard includes. */
async function concreteTypeOf(
  context: PlatformContext,
  organizationId: string,
  subscribed: string,
): Promise<string> {
  if (!subscribed.endsWith(".*")) return subscribed;
  const { items } = await listCustomEventTypes(context, organizationId, { limit: limits.customEventTypes });
  const match = items.find(
    ({ type, archivedAt }) => archivedAt === undefined && matchesEventType([subscribed], type),
  );
  if (match !== undefined) return match.type;
  const message = `${subscribed} includes no defined event type; define one first`;
  throw new PlatformError("invalid_request", `type: ${message}.`, [{ path: "type", message }]);
}

/** Returns the example of a custom event type. */
async function exampleOf(
  context: PlatformContext,
  organizationId: string,
  type: string,
): Promise<CustomEvent["data"]> {
  return (await getCustomEventType(context, organizationId, type)).example ?? {};
}
