/** The reason a call failed. */
export type DeliveryErrorCode =
  | "endpoint_not_found"
  | "endpoint_exists"
  | "invalid_endpoint"
  | "not_polling"
  | "delivery_not_found"
  | "recovery_not_found"
  | "recovery_running"
  | "invalid_event"
  | "event_conflict"
  | "event_expunged"
  | "invalid_query"
  | "invalid_option"
  | "no_transaction"
  | "schema_too_new"
  | "deliveries_unseen"
  | "unavailable";

/** Options for `DeliveryError`. */
export interface DeliveryErrorOptions extends ErrorOptions {
  /** The invalid part of the input, such as `url` or `options.headers`. */
  readonly part?: string | undefined;
}

/** Thrown by delivery stores and workers when a call fails. */
export class DeliveryError extends Error {
  readonly code: DeliveryErrorCode;
  /** The invalid part of the input, such as `url` or `options.headers`, if known. */
  readonly part: string | undefined;

  constructor(code: DeliveryErrorCode, message: string, options?: DeliveryErrorOptions) {
    super(message, options);
    this.name = "DeliveryError";
    this.code = code;
    this.part = options?.part;
  }
}
