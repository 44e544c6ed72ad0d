import type { AgentSubscribed } from "@plugboard/api/client";
import type { Endpoint } from "@plugboard/webhook-delivery";
import { isoTime } from "../common/iso-time.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { holds } from "../endpoints/webhook-endpoints.ts";
import { toFailure } from "./agent-message.ts";

/** Returns whether the deliveries of a subscription are sent, and its last success and failure. */
export async function readDeliveryStatus(
  { deliveries }: PlatformContext,
  { id: endpointId, status, holds: held, failingSince }: Endpoint,
): Promise<NonNullable<AgentSubscribed["deliveryStatus"]>> {
  const [delivered] = (await deliveries.listDeliveries({ endpointId, states: ["delivered"], limit: 1 }))
    .items;
  const { items } = await deliveries.listDeliveries({
    endpointId,
    states: ["scheduled", "failed"],
    limit: 20,
  });
  const tried = failingSince === undefined ? undefined : items.find(({ attempts }) => attempts > 0);
  const attempts = tried === undefined ? [] : await deliveries.listAttempts(tried.id);
  // The last attempt of a suspended subscription wasn't sent.
  const failed = attempts.findLast(({ errorCode }) => errorCode !== "aborted");
  return {
    active: status === "active" && !held.includes(holds.suspended),
    lastDeliveryAt: delivered?.finishedAt === undefined ? null : isoTime(delivered.finishedAt),
    lastError: failed === undefined ? null : toFailure(failed),
    ...(failingSince !== undefined && { failedSince: isoTime(failingSince) }),
  };
}
