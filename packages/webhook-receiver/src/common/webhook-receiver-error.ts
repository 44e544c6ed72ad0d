/** The reason for an error response or a background failure. */
export type WebhookReceiverErrorCode =
  /** The signature is invalid; `cause` is the signer's error. */
  | "signature_invalid"
  /** The secret lookup returned no secret. */
  | "secret_unknown"
  /** The body exceeds the limit. */
  | "body_too_large"
  /** The connection closed before the body was complete. */
  | "body_unreadable"
  /** The body was read or parsed before the receiver. */
  | "body_consumed"
  /** The signed body is not JSON. */
  | "body_not_json"
  /** The event doesn't match the schema of its type. */
  | "event_invalid"
  /** A copy of the event is still being handled. */
  | "event_in_progress"
  /** The handler threw; `cause` is its error. */
  | "handler_failed"
  /** Work after the response failed; `cause` is its error. */
  | "background_failed"
  /** The de-duplication store failed; `cause` is its error. */
  | "dedupe_failed"
  /** The receiver is misconfigured, for example without a secret; `cause` has details. */
  | "configuration_invalid";

/** An error that a receiver reports to `onError`. `code` names the reason. */
export class WebhookReceiverError extends Error {
  override readonly name = "WebhookReceiverError";
  readonly code: WebhookReceiverErrorCode;

  constructor(code: WebhookReceiverErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
