import { type WebhookEventType, webhookEventTypes } from "@plugboard/api";
import type { DeliveryStore, Endpoint } from "@plugboard/webhook-delivery";
import { createId, createIdFromKey } from "../common/create-id.ts";
import { found } from "../common/platform-error.ts";
import { createSampleEvent } from "./sample-event.ts";
import { endpointEventTypes } from "./webhook-endpoints.ts";

/** What to try an endpoint with. */
export interface TestEventRequest {
  /** The first type the endpoint subscribes to when absent. */
  readonly type?: WebhookEventType | undefined;
  readonly idempotencyKey: string | undefined;
}

/** Sends an event with made-up contents to one endpoint. @throws PlatformError `not_found` when it was just removed */
export async function sendTestEvent(
  deliveries: DeliveryStore,
  endpoint: Endpoint,
  request: TestEventRequest,
  now: number,
): Promise<{ readonly eventId: string; readonly deliveryId: string }> {
  const type = request.type ?? endpointEventTypes(endpoint)[0] ?? webhookEventTypes[0];
  const eventId =
    request.idempotencyKey === undefined
      ? createId("evt", now)
      : createIdFromKey("evt", endpoint.id, request.idempotencyKey);
  const event = createSampleEvent(type, { eventId, installationId: endpoint.tenant });
  const [enqueued] = await deliveries.enqueue([
    { id: eventId, type, body: JSON.stringify(event), endpointIds: [endpoint.id] },
  ]);
  const delivery = found(enqueued?.deliveries[0], `webhook endpoint ${endpoint.id}`);
  return { eventId, deliveryId: delivery.id };
}
