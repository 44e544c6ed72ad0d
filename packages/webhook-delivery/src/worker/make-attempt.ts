import type { AttemptRecord, ClaimedDelivery } from "../delivery-queue.ts";
import type { AttemptResult } from "../model/attempt-result.ts";
import type { Endpoint } from "../model/endpoint.ts";
import { decideOutcome } from "../policy/decide-outcome.ts";
import type { WorkerSettings } from "./delivery-worker-options.ts";

// The rest of the jitter is for the way from coming due to being sent, so that what the endpoint sees is inside the policy's
// range too: 50 ms before the first retry of the default policy, which a busy machine needs.
const jitterShare = 0.5;

/** Sends a delivery once. Turns what `send` throws into a result, so that every attempt has one. */
export async function makeAttempt(
  { send, now }: Pick<WorkerSettings, "send" | "now">,
  delivery: ClaimedDelivery,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const startedAt = now();
  try {
    return checkResult(await send(delivery, endpoint, { signal }));
  } catch (error) {
    return {
      startedAt,
      errorCode: signal.aborted ? "aborted" : "send_failed",
      errorMessage: error instanceof Error ? error.message : String(error),
      requestHeaders: {},
      timings: { total: now() - startedAt },
    };
  }
}

/** Decides what follows from an attempt. */
export function toAttemptRecord(
  { retryPolicy, now, random }: Pick<WorkerSettings, "retryPolicy" | "now" | "random">,
  delivery: ClaimedDelivery,
  result: AttemptResult,
): AttemptRecord {
  const outcome = decideOutcome({
    result,
    attempt: delivery.scheduledAttempt,
    policy: retryPolicy,
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
