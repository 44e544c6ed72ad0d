import { DeliveryError } from "../errors/delivery-error.ts";
import type { RecoveryInput, RecoverySelection } from "../model/recovery.ts";
import { maxClockCorrection } from "../policy/rate-limit.ts";
import { checkName } from "./check-input.ts";

/** What a recovery is started with, nothing left open. */
export interface CheckedRecovery extends Omit<RecoveryInput, "idempotencyKey"> {
  readonly perSecond: number;
  readonly idempotencyKey: string | null;
}

const defaultPerSecond = 100;
const maxBatch = 200;

/** Fills in the defaults of a recovery. Throws `DeliveryError` (`invalid_option`) when its rate or key is out of range. */
export function checkRecovery(input: RecoveryInput): CheckedRecovery {
  const { perSecond = defaultPerSecond, idempotencyKey = null } = input;
  if (!(perSecond > 0 && Number.isFinite(perSecond))) {
    throw new DeliveryError("invalid_option", `perSecond is ${perSecond}; it must be a number above 0`);
  }
  checkSelection(input);
  if (idempotencyKey !== null) checkName("idempotencyKey", idempotencyKey, "invalid_option");
  return { ...input, perSecond, idempotencyKey };
}

const maxEventTypes = 100;
const recoverable: readonly string[] = ["exhausted", "rejected", "gone", "disabled", "expired"];

/** Throws `DeliveryError` (`invalid_option`) when a part of a selection is out of its range. */
export function checkSelection({
  failedSince,
  failedBefore,
  eventTypes,
  failureReasons,
}: RecoverySelection): void {
  for (const [name, time] of Object.entries({ failedSince, failedBefore })) {
    if (time === undefined || Number.isSafeInteger(time)) continue;
    throw new DeliveryError("invalid_option", `${name} is ${time}; it must be a time in whole milliseconds`);
  }
  if (eventTypes !== undefined && !(eventTypes.length >= 1 && eventTypes.length <= maxEventTypes)) {
    throw new DeliveryError("invalid_option", `eventTypes must name 1 to ${maxEventTypes} types`);
  }
  for (const type of eventTypes ?? []) checkName("eventTypes", type, "invalid_option");
  const isKnown = failureReasons?.every((reason) => recoverable.includes(reason)) ?? true;
  if (isKnown && failureReasons?.length !== 0) return;
  throw new DeliveryError(
    "invalid_option",
    `failureReasons is ${JSON.stringify(failureReasons)}; it must name some of ${recoverable.join(", ")}`,
  );
}

/** That a recovery cannot start beside the one that runs. */
export function recoveryRunning(endpointId: string): DeliveryError {
  return new DeliveryError(
    "recovery_running",
    `a recovery of endpoint ${endpointId} is running; wait for its end, or cancel it`,
  );
}

/** How many deliveries a recovery puts back now, and when it goes on. Batches are small, so that its rate is even. */
export function nextRecoveryStep(perSecond: number, now: number): { batch: number; nextAt: number } {
  const batch = Math.min(maxBatch, Math.max(1, Math.floor(perSecond)));
  return { batch, nextAt: now + Math.ceil((batch * 1_000) / perSecond) };
}

/** The SQL condition for a running recovery whose next step lies further ahead than any pause: a clock that was ahead set it. */
export function isRecoveryAhead(now: string): string {
  const longestPause = "1000 / CASE WHEN per_second < 1 THEN per_second ELSE 1 END";
  return `status = 'running' AND next_at > ${now} + ${maxClockCorrection} + ${longestPause}`;
}
