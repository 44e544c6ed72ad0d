import type { AttemptErrorCode, AttemptResult } from "@plugboard/webhook-delivery";

/** An attempt that ended before anything was sent, with why. */
export function notSent(startedAt: number, errorCode: AttemptErrorCode, errorMessage: string): AttemptResult {
  return { startedAt, errorCode, errorMessage, requestHeaders: {}, timings: { total: 0 } };
}
