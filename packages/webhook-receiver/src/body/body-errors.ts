import { WebhookReceiverError } from "../common/webhook-receiver-error.ts";

export function bodyTooLarge(maxBytes: number): WebhookReceiverError {
  return new WebhookReceiverError("body_too_large", `The body is larger than ${maxBytes} bytes.`);
}

/** @param fix how to fix it in the framework in use */
export function bodyConsumed(fix: string): WebhookReceiverError {
  return new WebhookReceiverError(
    "body_consumed",
    `The request body was read or parsed before the webhook receiver could verify its signature. ${fix}`,
  );
}

export function bodyUnreadable(cause: unknown): WebhookReceiverError {
  return new WebhookReceiverError("body_unreadable", "The connection closed before the body was complete.", {
    cause,
  });
}
