/** What was wrong with a call to a delivery store. */
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

/** What there is to know of an error besides its message. */
export interface DeliveryErrorOptions extends ErrorOptions {
  /** The part of the input that is wrong, such as `url` or `options.headers`. */
  readonly part?: string | undefined;
}

/** Thrown by delivery stores and workers for calls that cannot succeed. */
export class DeliveryError extends Error {
  readonly code: DeliveryErrorCode;
  /** The part of an endpoint that is wrong, such as `url` or `options.headers`, where it is known. */
  readonly part: string | undefined;

  constructor(code: DeliveryErrorCode, message: string, options?: DeliveryErrorOptions) {
    super(message, options);
    this.name = "DeliveryError";
    this.code = code;
    this.part = options?.part;
  }
}
