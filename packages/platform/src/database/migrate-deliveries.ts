import { DeliveryError, type DeliveryStore } from "@plugboard/webhook-delivery";
import { toTooNew } from "./storage-error.ts";

/** Brings the delivery engine's tables up to date. @throws PlatformError `data_too_new`; what the database itself throws */
export async function migrateDeliveries(deliveries: Pick<DeliveryStore, "migrate">): Promise<void> {
  try {
    await deliveries.migrate();
  } catch (error) {
    if (!(error instanceof DeliveryError && error.code === "schema_too_new")) throw error;
    throw toTooNew("of the delivery engine", error);
  }
}
