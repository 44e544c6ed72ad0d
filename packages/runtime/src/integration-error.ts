/** What kind of error an answer tells of. */
export type IntegrationErrorCode =
  /** An integration's own handler refused. */
  | "rejected"
  /** The request is not an envelope. */
  | "bad_envelope"
  /** The envelope, or a part of it, is larger than its limit. */
  | "too_large"
  /** The request is not signed by the platform, or an inbound webhook not by its sender. */
  | "unauthorized"
  /** The path names a version of the envelope that this runtime does not speak. */
  | "unsupported_version"
  /** The integration does not handle the event. */
  | "unhandled_event"
  /** The integration has no component of that name. */
  | "unknown_component"
  /** Another copy of the same event is being handled at this moment. */
  | "event_in_progress";

/**
 * An error whose message its caller may read. Thrown in a handler, it becomes the answer: its status with
 * `{ "error": message }`. Every other error is answered as an internal server error, without its message.
 */
export class IntegrationError extends Error {
  override readonly name = "IntegrationError";
  /** HTTP status of the answer, from 400 to 599. */
  readonly status: number;
  readonly code: IntegrationErrorCode;

  constructor(message: string, status = 400, code: IntegrationErrorCode = "rejected") {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * Whether a value is an {@link IntegrationError} with a status of an error. It goes by name, so that two copies of this
 * package in one bundle recognise each other's errors.
 */
export function isIntegrationError(value: unknown): value is IntegrationError {
  if (!(value instanceof Error && value.name === "IntegrationError" && "status" in value)) return false;
  return /^[45]\d\d$/.test(String(value.status));
}
