import type { Endpoint, WebhookSender } from "@plugboard/webhook-delivery";
import { PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { holds } from "./webhook-endpoints.ts";

/**
 * Sends an endpoint the verification challenge, and releases its hold if it succeeds.
 *
 * @throws PlatformError `conflict` if the endpoint did not return the challenge, or its URL was changed
 * concurrently
 */
export async function verifyEndpoint(
  { deliveries }: PlatformContext,
  { challenge }: Pick<WebhookSender, "challenge">,
  endpoint: Endpoint,
): Promise<void> {
  const target = { endpointId: endpoint.id };
  const { isVerified, result } = await challenge(endpoint);
  if (!isVerified) {
    const why = result.errorMessage ?? `It responded with status ${result.status} but without the challenge.`;
    throw new PlatformError("conflict", `The endpoint was not verified. ${why}`);
  }
  await requireSameUrl(deliveries, endpoint);
  await deliveries.clearHold(target, holds.unverified);
  // Check again, because a concurrent update may have set the hold and changed the URL.
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
  throw new PlatformError("conflict", "The URL of the endpoint was changed concurrently. Verify it again.");
}
