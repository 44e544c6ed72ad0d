import type { AttemptRecord, DeliveryStore } from "@plugboard/webhook-delivery";
import { withoutTenantScope } from "../database/organization-scope.ts";
import { endpointKinds } from "../endpoints/list-endpoints.ts";
import { streamEventTypes } from "./streams.ts";

/** Removes the delivered batches of streams of logs. They are copies of lines that are kept for a shorter time than deliveries. */
export interface DeliveredBatches {
  readonly note: (records: readonly AttemptRecord[]) => void;
  /** Removes the noted batches. */
  readonly flush: () => Promise<void>;
}

/** Further batches are kept as long as other deliveries, like those of a process that crashes. */
const maxNoted = 10_000;

/** Creates the removal of a process. */
export function createDeliveredBatches(
  { getEndpoint, removeEvents }: Pick<DeliveryStore, "getEndpoint" | "removeEvents">,
  onError: (error: unknown) => void,
): DeliveredBatches {
  /** The endpoints of batches. */
  let noted = new Map<string, string>();

  async function remove(): Promise<void> {
    const batches = noted;
    noted = new Map();
    for (const [endpointId, own] of Map.groupBy(batches, ([, endpointId]) => endpointId)) {
      const endpoint = await getEndpoint(endpointId);
      // Webhook endpoints can subscribe to a custom type with this name.
      if (endpoint?.kind !== endpointKinds.stream) continue;
      await removeEvents(own.map(([id]) => ({ tenant: endpoint.tenant, id })));
    }
  }

  return {
    note: (records) => {
      for (const { delivery, outcome } of records)
        if (
          outcome.state === "delivered" &&
          delivery.eventType === streamEventTypes.logs &&
          noted.size < maxNoted
        )
          noted.set(delivery.eventId, delivery.endpointId);
    },
    flush: async () => {
      if (noted.size > 0) await withoutTenantScope("streams", remove).catch(onError);
    },
  };
}
