import type { AttemptErrorCode, AttemptResult } from "../model/attempt-result.ts";

/**
 * What an attempt says about its delivery.
 *
 * - `delivered`: a complete 2xx response
 * - `transient`: worth a retry (network error, timeout, 5xx, 429)
 * - `rejected`: a retry would end the same way (3xx, 4xx other than 410 and 429, a URL that may not be called)
 * - `gone`: 410, the endpoint wants no more deliveries
 * - `aborted`: ended by our own side, it says nothing about the endpoint
 * - `expired`: not sent because it was too old, which says nothing about the endpoint either
 */
export type AttemptClass = "delivered" | "transient" | "rejected" | "gone" | "aborted" | "expired";

const classOfError: Readonly<Record<AttemptErrorCode, AttemptClass>> = {
  invalid_url: "rejected",
  insecure_url: "rejected",
  blocked_address: "rejected",
  invalid_request: "rejected",
  dns_failed: "transient",
  connection_refused: "transient",
  connection_failed: "transient",
  tls_failed: "transient",
  timeout: "transient",
  connection_reset: "transient",
  invalid_response: "transient",
  headers_too_large: "transient",
  aborted: "aborted",
  send_failed: "transient",
  expired: "expired",
};

/**
 * Sorts an attempt by what is to follow. A status other than 2xx decides by itself, even when the body after it broke off;
 * a 2xx counts only when its response is complete.
 *
 * The rules: docs/conformance.md#webhook-delivery. A redirect is not retried: it is never followed, and
 * an endpoint that responds with one has to be given another URL.
 */
export function classifyAttempt(result: Pick<AttemptResult, "status" | "errorCode">): AttemptClass {
  const { status, errorCode } = result;
  if (errorCode === "aborted") return "aborted";
  if (status !== undefined && !(status >= 200 && status < 300)) return classOfStatus(status);
  if (errorCode !== undefined) return classOfError[errorCode];
  return status === undefined ? "transient" : "delivered";
}

function classOfStatus(status: number): AttemptClass {
  if (status === 410) return "gone";
  return status === 429 || status >= 500 ? "transient" : "rejected";
}
