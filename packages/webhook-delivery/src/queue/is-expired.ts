import type { RetentionPolicy } from "../delivery-queue.ts";
import { number, optionalNumber, type Row, text } from "../rows/columns.ts";

/**
 * Whether a delivery's row is past its time. One that failed and still holds up its line stays until somebody decides.
 *
 * @param now milliseconds since the epoch
 */
export function isExpired(row: Row, policy: RetentionPolicy, now: number): boolean {
  const finishedAt = optionalNumber(row, "finished_at");
  if (finishedAt === undefined) return false;
  if (text(row, "state") === "delivered") return finishedAt < now - policy.deliveredMilliseconds;
  return number(row, "blocks") === 0 && finishedAt < now - policy.failedMilliseconds;
}
