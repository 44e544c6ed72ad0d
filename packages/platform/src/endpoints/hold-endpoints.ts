import type { DeliveryStore } from "@plugboard/webhook-delivery";
import type { PlatformContext } from "../database/platform-context.ts";
import { holds } from "./webhook-endpoints.ts";

/** Makes the engine hold all of an installation's endpoints while it is paused. What is held is sent later, not lost. */
export async function holdEndpoints(
  context: PlatformContext,
  deliveries: DeliveryStore,
  installationId: string,
): Promise<void> {
  for (;;) {
    const paused = await isPaused(context, installationId);
    const tenant = { tenant: installationId };
    if (paused) await deliveries.setHold(tenant, holds.installation);
    else await deliveries.clearHold(tenant, holds.installation);
    // It may have been paused or resumed meanwhile: whoever comes last has to leave behind what is true last.
    if ((await isPaused(context, installationId)) === paused) return;
  }
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
