import type { AttemptRecord, ClaimedDelivery } from "../store/delivery-queue.ts";
import type { AttemptErrorCode, AttemptResult } from "../model/attempt-result.ts";
import type { Endpoint } from "../model/endpoint.ts";
import { decideOutcome } from "../policy/decide-outcome.ts";
import type { WorkerSettings } from "./delivery-worker-options.ts";

// The rest of the jitter is for the way from coming due to being sent, so that what the endpoint sees is inside the policy's
// range too: 50 ms before the first retry of the default policy, which a busy machine needs.
const jitterShare = 0.5;

/** Sends a delivery once, unless it is too old. Turns what `send` throws into a result, so that every attempt has one. */
export async function makeAttempt(
  { send, now }: Pick<WorkerSettings, "send" | "now">,
  delivery: ClaimedDelivery,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const startedAt = now();
  if (startedAt >= expiryOf(delivery, endpoint)) {
    return failedResult(startedAt, 0, "expired", "The delivery was too old to be sent.");
  }
  try {
    return checkResult(await send(delivery, endpoint, { signal }));
  } catch (error) {
    const errorCode = signal.aborted ? "aborted" : "send_failed";
    const message = error instanceof Error ? error.message : String(error);
    return failedResult(startedAt, now() - startedAt, errorCode, message);
  }
}

function failedResult(
  startedAt: number,
  total: number,
  errorCode: AttemptErrorCode,
  errorMessage: string,
): AttemptResult {
  return { startedAt, errorCode, errorMessage, requestHeaders: {}, timings: { total } };
}

/** When a delivery is too old to be sent, in milliseconds since 1970. One that was sent again never is. */
function expiryOf({ attempt, scheduledAttempt, createdAt }: ClaimedDelivery, { options }: Endpoint): number {
  return attempt === scheduledAttempt ? createdAt + (options?.maxAgeMilliseconds ?? Infinity) : Infinity;
}

/** Decides what follows from an attempt. */
export function toAttemptRecord(
  { retryPolicy, now, random }: Pick<WorkerSettings, "retryPolicy" | "now" | "random">,
  delivery: ClaimedDelivery,
  endpoint: Endpoint,
  result: AttemptResult,
): AttemptRecord {
  const outcome = decideOutcome({
    result,
    attempt: delivery.scheduledAttempt,
    policy: endpoint.options?.retryPolicy ?? retryPolicy,
    expiresAt: expiryOf(delivery, endpoint),
    now: now(),
    random: () => random() * jitterShare,
  });
  return { delivery, result, outcome };
}

// A `send` in plain JavaScript forgets its return easily. Taken further, nothing would be recorded, and it would be sent again.
function checkResult(result: AttemptResult | null | undefined): AttemptResult {
  if (result?.startedAt === undefined) throw new TypeError("send returned no attempt result");
  return result;
}
