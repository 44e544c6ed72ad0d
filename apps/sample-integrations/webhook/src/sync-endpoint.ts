import type { WebhookEventType } from "@plugboard/api";
import type { ApiClient } from "@plugboard/api/client";
import { createWebhookEndpoint, listWebhookEndpoints, updateWebhookEndpoint } from "@plugboard/api/routes";

/**
 * Makes the installation's endpoint match its settings. The one that is there is changed and keeps its secret; run twice
 * for one event, also at the same time, it makes one endpoint.
 */
export async function syncEndpoint(
  api: ApiClient,
  { eventId, installationId }: { readonly eventId: string; readonly installationId: string },
  wanted: { readonly url: string; readonly eventTypes: readonly WebhookEventType[] },
): Promise<void> {
  const { items } = await api.call(listWebhookEndpoints, { params: { installationId } });
  const [known] = items;
  if (known === undefined) {
    await api.call(createWebhookEndpoint, {
      params: { installationId },
      body: wanted,
      // The platform sends an event again when its response is late, and the first run may not have ended.
      idempotencyKey: eventId,
    });
    return;
  }
  if (known.url === wanted.url && known.eventTypes.join() === wanted.eventTypes.join()) return;
  const params = { installationId, endpointId: known.id };
  await api.call(updateWebhookEndpoint, { params, body: wanted });
}
