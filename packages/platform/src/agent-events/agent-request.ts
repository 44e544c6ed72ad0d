import type { Endpoint, WebhookRequest } from "@plugboard/webhook-delivery";
import { liveSecrets } from "../endpoints/endpoint-secrets.ts";

/** Returns the request of a message to the callback of a subscription. @param now - Unix time (ms) */
export function toRequest(
  endpoint: Endpoint,
  message: Pick<WebhookRequest, "eventId" | "body">,
  now: number,
): WebhookRequest {
  const { timeoutMilliseconds: _, ...sending } = endpoint.options ?? {};
  const secrets = liveSecrets(endpoint, now).map(({ secret }) => secret);
  return { url: endpoint.url, secrets, ...message, ...sending };
}
