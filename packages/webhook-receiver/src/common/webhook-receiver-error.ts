/** Why a webhook was not responded with 200, or what went wrong beside its response. */
export type WebhookReceiverErrorCode =
  /** The signature does not verify; `cause` is the signer's error. */
  | "signature_invalid"
  /** The function that looks secrets up knows none for this webhook. */
  | "secret_unknown"
  /** The body is larger than the receiver accepts. */
  | "body_too_large"
  /** The connection failed before the body was complete. */
  | "body_unreadable"
  /** Something read or parsed the body before the receiver could. */
  | "body_consumed"
  /** The signed body is not JSON. */
  | "body_not_json"
  /** The event does not have the shape of its type. */
  | "event_invalid"
  /** Another copy of the event is being handled and did not finish in time. */
  | "event_in_progress"
  /** The handler threw; `cause` is what it threw. */
  | "handler_failed"
  /** Work after the response rejected; `cause` is why. */
  | "background_failed"
  /** The de-duplication store failed; `cause` is why. */
  | "dedupe_failed"
  /** The receiver itself is set up wrongly, for example without a secret; `cause` says more. */
  | "configuration_invalid";

/** What a receiver reports to `onError`; `code` says what went wrong. */
export class WebhookReceiverError extends Error {
  override readonly name = "WebhookReceiverError";
  readonly code: WebhookReceiverErrorCode;

  constructor(code: WebhookReceiverErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
