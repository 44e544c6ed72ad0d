/** What was wrong with a call to a delivery store. */
export type DeliveryErrorCode =
  | "endpoint_not_found"
  | "endpoint_exists"
  | "invalid_endpoint"
  | "delivery_not_found"
  | "recovery_not_found"
  | "recovery_running"
  | "invalid_event"
  | "event_conflict"
  | "invalid_query"
  | "invalid_option"
  | "no_transaction"
  | "schema_too_new"
  | "unavailable";

/** Thrown by delivery stores and workers for calls that cannot succeed. */
export class DeliveryError extends Error {
  readonly code: DeliveryErrorCode;

  constructor(code: DeliveryErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DeliveryError";
    this.code = code;
  }
}
