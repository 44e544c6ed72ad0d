import type { WebhookEventType } from "@plugboard/api";
import type { ApiClient } from "@plugboard/api/client";
import { createWebhookEndpoint, listWebhookEndpoints, updateWebhookEndpoint } from "@plugboard/api/routes";

/**
 * Makes the installation's endpoint match its settings. The one that is there is changed and keeps its secret; run twice,
 * as a repeated event makes it, it does nothing the second time.
 */
export async function syncEndpoint(
  api: ApiClient,
  installationId: string,
  wanted: { readonly url: string; readonly eventTypes: readonly WebhookEventType[] },
): Promise<void> {
  const { items } = await api.call(listWebhookEndpoints, { params: { installationId } });
  const [known] = items;
  if (known === undefined) {
    await api.call(createWebhookEndpoint, { params: { installationId }, body: wanted });
    return;
  }
  if (known.url === wanted.url && known.eventTypes.join() === wanted.eventTypes.join()) return;
  const params = { installationId, endpointId: known.id };
  await api.call(updateWebhookEndpoint, { params, body: wanted });
}
