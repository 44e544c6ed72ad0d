import type { WebhookEventType } from "@plugboard/api";
import type { ApiClient } from "@plugboard/api/client";
import { createWebhookEndpoint, listWebhookEndpoints, updateWebhookEndpoint } from "@plugboard/api/routes";

/**
 * Makes the installation's endpoint match its settings. The one that is there is changed and keeps its secret; run twice
 * at the same time, for one event or for two, it makes one endpoint.
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
      // An event that comes again, or the next one, may find that the run before it has not ended.
      idempotencyKey: "endpoint",
    }));
  if (known.url === wanted.url && known.eventTypes.join() === wanted.eventTypes.join()) return;
  const params = { installationId, endpointId: known.id };
  await api.call(updateWebhookEndpoint, { params, body: wanted });
}
