import type { EndpointHealth, WebhookEndpoint } from "@plugboard/api/client";
import type { Endpoint } from "@plugboard/webhook-delivery";
import { dayMilliseconds } from "../common/durations.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { endpointHealth } from "./endpoint-health.ts";
import { holds, ownStatusOf } from "./webhook-endpoints.ts";

/** Reads the health of an endpoint in the last 24 hours. */
export async function readHealth(
  { deliveries, now: readNow }: PlatformContext,
  endpoint: Endpoint,
): Promise<EndpointHealth> {
  const now = readNow();
  // The endpoint's own `failingSince` was read earlier, so attempts since then would contradict it.
  const { failingSince, pending, hours } = await deliveries.endpointStatistics(endpoint.id, {
    since: now - dayMilliseconds,
  });
  const status = endpointStatus(endpoint);
  const isUnverified = endpoint.holds.includes(holds.unverified);
  return endpointHealth({ status, isUnverified, failingSince, waiting: pending, hours }, now);
}

/** Returns whether an endpoint is enabled, paused or disabled, by its owner or by the engine. */
export function endpointStatus(endpoint: Endpoint): WebhookEndpoint["status"] {
  return endpoint.status === "disabled" ? "disabled" : ownStatusOf(endpoint);
}
