import type { ApiClient } from "@plugboard/api/client";
import { createWebhookEndpoint, listWebhookEndpoints, updateWebhookEndpoint } from "@plugboard/api/routes";
import { type WebhookEventType, webhookEventTypes } from "@plugboard/content/integration";

/**
 * Creates the installation's endpoint, or updates it to match the settings and keeps its secret and the event types
 * that the settings don't offer. Concurrent runs create a single endpoint.
 */
export async function syncEndpoint(
  api: ApiClient,
  { installationId }: { readonly installationId: string },
  wanted: { readonly url: string; readonly eventTypes: readonly WebhookEventType[] },
): Promise<void> {
  const { items } = await api.call(listWebhookEndpoints, { params: { installationId } });
  const known =
    items[0] ??
    (await api.call(createWebhookEndpoint, {
      params: { installationId },
      body: wanted,
      // Redelivered or concurrent events must not create a second endpoint.
      idempotencyKey: "endpoint",
    }));
  const offered: ReadonlySet<string> = new Set(webhookEventTypes);
  const eventTypes = [...wanted.eventTypes, ...known.eventTypes.filter((type) => !offered.has(type))];
  if (known.url === wanted.url && known.eventTypes.join() === eventTypes.join()) return;
  const params = { installationId, endpointId: known.id };
  await api.call(updateWebhookEndpoint, { params, body: { ...wanted, eventTypes } });
}
