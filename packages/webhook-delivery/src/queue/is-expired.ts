import type { RetentionPolicy } from "../delivery-queue.ts";
import type { DeliveryState } from "../model/delivery.ts";
import type { Ordering } from "../model/event-input.ts";

/** What decides how long a delivery is kept. */
export interface FinishedDelivery {
  readonly state: DeliveryState;
  /** Milliseconds since the epoch; absent while it is not finished. */
  readonly finishedAt?: number | undefined;
  readonly ordering?: Ordering | undefined;
}

/**
 * Whether a delivery is past its time. One that failed and still holds up its line stays until somebody decides.
 *
 * @param now milliseconds since the epoch
 */
export function isExpired(
  { state, finishedAt, ordering }: FinishedDelivery,
  policy: RetentionPolicy,
  now: number,
): boolean {
  if (finishedAt === undefined) return false;
  if (state === "delivered") return finishedAt < now - policy.deliveredMilliseconds;
  return ordering?.onFailure !== "block" && finishedAt < now - policy.failedMilliseconds;
}
