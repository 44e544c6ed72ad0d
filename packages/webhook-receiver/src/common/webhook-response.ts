import type { WebhookReceiverError, WebhookReceiverErrorCode } from "./webhook-receiver-error.ts";

/** An HTTP response that any framework can send. */
export interface WebhookResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const receivedResponse: WebhookResponse = jsonResponse(200, { received: true });

/** Returns the response that confirms ownership of the endpoint. */
export function challengeResponse(challenge: string): WebhookResponse {
  return jsonResponse(200, { challenge });
}

export const methodNotAllowedResponse: WebhookResponse = {
  status: 405,
  headers: { allow: "POST", "content-type": "text/plain; charset=utf-8" },
  body: "Method not allowed",
};

// Senders don't retry 4xx, but retry 5xx. Errors that a retry can fix are 5xx.
const statuses: Readonly<Record<WebhookReceiverErrorCode, number>> = {
  signature_invalid: 401,
  secret_unknown: 401,
  body_too_large: 413,
  body_unreadable: 500,
  body_consumed: 500,
  body_not_json: 400,
  event_invalid: 400,
  event_in_progress: 503,
  handler_failed: 500,
  background_failed: 500,
  dedupe_failed: 500,
  configuration_invalid: 500,
};

// Reported only to `onError`, without details for the sender.
const internalCodes: ReadonlySet<WebhookReceiverErrorCode> = new Set([
  "handler_failed",
  "background_failed",
  "dedupe_failed",
  "configuration_invalid",
]);

/** Returns the response for an error. */
export function toErrorResponse({ code, message }: WebhookReceiverError): WebhookResponse {
  const error = internalCodes.has(code) ? "Internal server error" : message;
  return jsonResponse(statuses[code], code === "body_consumed" ? { error, code } : { error });
}

function jsonResponse(status: number, body: unknown): WebhookResponse {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
