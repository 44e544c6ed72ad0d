import type { AttemptErrorCode, AttemptResult } from "@plugboard/webhook-delivery";

/** Returns an attempt that failed before sending, with the reason. */
export function notSent(startedAt: number, errorCode: AttemptErrorCode, errorMessage: string): AttemptResult {
  return { startedAt, errorCode, errorMessage, requestHeaders: {}, timings: { total: 0 } };
}
