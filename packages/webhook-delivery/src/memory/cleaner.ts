import type { RetentionPolicy } from "../delivery-queue.ts";
import { hourOf } from "../queue/count-hour.ts";
import { isExpired } from "../queue/is-expired.ts";
import { removeDelivery } from "./remove-delivery.ts";
import type { MemoryTables } from "./tables.ts";

/** Deliveries removed at a time. */
const batch = 200;

/** Removes a batch of what is past its time. True when there is more. */
export function removeExpired(tables: MemoryTables, policy: RetentionPolicy): boolean {
  const now = tables.clock();
  const expired = [...tables.deliveries.values()]
    .filter((row) => isExpired(row, policy, now))
    .slice(0, batch);
  for (const row of expired) removeDelivery(tables, row);
  const oldestHour = hourOf(now - Math.max(policy.deliveredMilliseconds, policy.failedMilliseconds));
  for (const { hours } of tables.endpoints.values()) {
    for (const hour of hours.keys()) if (hour < oldestHour) hours.delete(hour);
  }
  return expired.length === batch;
}
