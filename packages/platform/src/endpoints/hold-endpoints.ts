import type { DeliveryStore, Endpoint } from "@plugboard/webhook-delivery";
import type { PlatformContext } from "../database/platform-context.ts";
import { isHeldBack, listTenantEndpoints } from "./webhook-endpoints.ts";

/**
 * Makes the engine hold back all of an installation's endpoints while it is paused, and always one that its owner paused
 * or switched off. What is held back is sent later, not lost.
 */
export async function holdEndpoints(
  context: PlatformContext,
  deliveries: DeliveryStore,
  installationId: string,
): Promise<void> {
  for (;;) {
    const paused = await isPaused(context, installationId);
    for (const endpoint of await listTenantEndpoints(deliveries, installationId)) {
      if (!isMisheld(endpoint, paused)) continue;
      if (endpoint.status === "paused") await deliveries.resumeEndpoint(endpoint.id);
      else await deliveries.pauseEndpoint(endpoint.id);
    }
    // It may have been paused or resumed meanwhile: whoever comes last has to leave behind what is true last.
    if ((await isPaused(context, installationId)) === paused) return;
  }
}

/** Whether an endpoint is held back and should not be, or the other way round. A disabled one stays what it is. */
export function isMisheld(endpoint: Endpoint, paused: boolean): boolean {
  const held = paused || isHeldBack(endpoint);
  return endpoint.status === (held ? "active" : "paused");
}

// A removed installation still has to hear of its removal, however it stood before.
async function isPaused({ db }: PlatformContext, installationId: string): Promise<boolean> {
  const row = await db
    .selectFrom("installations")
    .select("status")
    .where("id", "=", installationId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.status === "paused";
}
