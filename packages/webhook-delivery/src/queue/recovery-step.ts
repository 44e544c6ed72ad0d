import { DeliveryError } from "../errors/delivery-error.ts";
import type { RecoveryInput, RecoverySelection } from "../model/recovery.ts";
import { maxClockCorrection } from "../policy/rate-limit.ts";
import { checkName } from "./check-input.ts";

/** The validated input of a recovery, with defaults. */
export interface CheckedRecovery extends Omit<RecoveryInput, "idempotencyKey"> {
  readonly perSecond: number;
  readonly idempotencyKey: string | null;
}

const defaultPerSecond = 100;
const maxBatch = 200;

/**
 * Fills in the defaults of a recovery. Throws `DeliveryError` (`invalid_option`) if its rate or key is
 * invalid.
 */
export function checkRecovery(input: RecoveryInput): CheckedRecovery {
  const { perSecond = defaultPerSecond, idempotencyKey = null } = input;
  if (!(perSecond > 0 && Number.isFinite(perSecond))) {
    throw new DeliveryError("invalid_option", `perSecond is ${perSecond}; it must be a number above 0`);
  }
  checkSelection(input);
  if (idempotencyKey !== null) checkName("idempotencyKey", idempotencyKey, "invalid_option");
  return { ...input, perSecond, idempotencyKey };
}

const maxEventTypes = 2000;
const recoverable: readonly string[] = ["exhausted", "rejected", "gone", "disabled", "expired"];

/** Throws `DeliveryError` (`invalid_option`) if a selection is invalid. */
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

/** Returns the error for starting a second recovery. */
export function recoveryRunning(endpointId: string): DeliveryError {
  return new DeliveryError(
    "recovery_running",
    `endpoint ${endpointId} already has a running recovery; wait until it ends or cancel it`,
  );
}

/**
 * Returns how many deliveries a recovery reschedules now, and when it continues. Small batches keep the rate
 * even.
 */
export function nextRecoveryStep(perSecond: number, now: number): { batch: number; nextAt: number } {
  const batch = Math.min(maxBatch, Math.max(1, Math.floor(perSecond)));
  return { batch, nextAt: now + Math.ceil((batch * 1_000) / perSecond) };
}

/**
 * Returns the SQL condition for a running recovery whose next step is further ahead than any pause, because a
 * clock that ran ahead set it.
 */
export function isRecoveryAhead(now: string): string {
  const longestPause = "1000 / CASE WHEN per_second < 1 THEN per_second ELSE 1 END";
  return `status = 'running' AND next_at > ${now} + ${maxClockCorrection} + ${longestPause}`;
}
