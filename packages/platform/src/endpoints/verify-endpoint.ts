import type { Endpoint, WebhookSender } from "@plugboard/webhook-delivery";
import { PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { holds } from "./webhook-endpoints.ts";

/**
 * Asks an endpoint whether it wants webhooks, and ends the hold that waits for it.
 *
 * @throws PlatformError `conflict` when it did not respond with the challenge, or its URL changed at the same time
 */
export async function verifyEndpoint(
  { deliveries }: PlatformContext,
  { challenge }: Pick<WebhookSender, "challenge">,
  endpoint: Endpoint,
): Promise<void> {
  const target = { endpointId: endpoint.id };
  const { isVerified, result } = await challenge(endpoint);
  if (!isVerified) {
    const why = result.errorMessage ?? `It responded with ${result.status} and not with the challenge.`;
    throw new PlatformError("conflict", `The endpoint was not verified. ${why}`);
  }
  await requireSameUrl(deliveries, endpoint);
  await deliveries.clearHold(target, holds.unverified);
  // Again: an update may have set the hold and have written its URL since.
  await requireSameUrl(deliveries, endpoint).catch(async (error: unknown) => {
    await deliveries.setHold(target, holds.unverified);
    throw error;
  });
}

async function requireSameUrl(
  deliveries: PlatformContext["deliveries"],
  { id, url }: Pick<Endpoint, "id" | "url">,
): Promise<void> {
  const now = await deliveries.getEndpoint(id);
  if (now === undefined || now.url === url) return;
  throw new PlatformError("conflict", "The endpoint's URL was changed at the same time. Verify it again.");
}
