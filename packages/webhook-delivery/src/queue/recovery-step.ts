import { DeliveryError } from "../delivery-error.ts";
import type { RecoveryInput } from "../model/recovery.ts";

const defaultPerSecond = 100;
const maxBatch = 200;

/** Fills in what a recovery was not told. Throws `DeliveryError` (`invalid_option`) when the rate is not above 0. */
export function checkRecovery(input: RecoveryInput): Required<RecoveryInput> {
  const { perSecond = defaultPerSecond } = input;
  if (!(perSecond > 0 && Number.isFinite(perSecond))) {
    throw new DeliveryError("invalid_option", `perSecond is ${perSecond}; it must be a number above 0`);
  }
  return { ...input, perSecond };
}

/** How many deliveries a recovery puts back now, and when it goes on. Batches are small, so that its rate is even. */
export function nextRecoveryStep(perSecond: number, now: number): { batch: number; nextAt: number } {
  const batch = Math.min(maxBatch, Math.max(1, Math.floor(perSecond)));
  return { batch, nextAt: now + Math.ceil((batch * 1_000) / perSecond) };
}
