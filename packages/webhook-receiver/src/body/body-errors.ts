import { WebhookReceiverError } from "../common/webhook-receiver-error.ts";

export function bodyTooLarge(maxBytes: number): WebhookReceiverError {
  return new WebhookReceiverError("body_too_large", `The body is larger than ${maxBytes} bytes.`);
}

/** @param fix what to change, in the words of the framework */
export function bodyConsumed(fix: string): WebhookReceiverError {
  return new WebhookReceiverError(
    "body_consumed",
    `The request's body was read or parsed before the webhook receiver could check its signature. ${fix}`,
  );
}

export function bodyUnreadable(cause: unknown): WebhookReceiverError {
  return new WebhookReceiverError("body_unreadable", "The body broke off before it was complete.", { cause });
}
