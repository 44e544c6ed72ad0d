import type { RuntimeEvent } from "@plugboard/api";
import { sign } from "@plugboard/webhook-signer";
import { signStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import { liveSecrets } from "./live-secrets.ts";
import type { Network } from "./network.ts";
import type { EndpointState, PlatformState } from "./platform-state.ts";
import { recordAttempt } from "./record-delivery.ts";

/** Whether an endpoint receives an event; a paused one keeps it for later. */
export function receives({ resource }: EndpointState, event: RuntimeEvent): boolean {
  const { eventTypes, status, spaceId, siteId } = resource;
  if (status === "disabled" || !eventTypes.some((type) => type === event.type)) return false;
  const isSpace = spaceId === undefined || ("spaceId" in event && event.spaceId === spaceId);
  return isSpace && (siteId === undefined || ("siteId" in event && event.siteId === siteId));
}

/** Sends an event to a webhook endpoint as JSON signed in both ways, once, and notes how it went. */
export async function sendWebhook(
  state: PlatformState,
  network: Network,
  endpoint: EndpointState,
  delivery: { readonly id: string; readonly event: RuntimeEvent },
): Promise<void> {
  const startedAt = state.now();
  const body = JSON.stringify(delivery.event);
  const secret = liveSecrets(endpoint, startedAt).map((live) => live.secret);
  const timestamp = Math.floor(startedAt / 1000);
  const headers = {
    "content-type": "application/json",
    "x-service-signature": await sign({ secret, body, timestamp }),
    ...(await signStandardWebhook({ secret, id: delivery.event.eventId, body, timestamp })),
  };
  try {
    const response = await network(
      new Request(endpoint.resource.url, { method: "POST", headers, body, redirect: "manual" }),
    );
    recordAttempt(state, delivery.id, { startedAt, responseStatus: response.status });
  } catch (error) {
    recordAttempt(state, delivery.id, {
      startedAt,
      error: error instanceof Error ? error.message : String(error),
    });
  }
}
