/** Why a request is refused. */
export type IntegrationErrorCode =
  /** An integration's own handler refused. */
  | "rejected"
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
 * An error whose message its caller may read. Thrown in a handler, it becomes the response: its status with
 * `{ "error": message }`. Every other error becomes an internal server error, without its message.
 *
 * @example
 * ```ts
 * import { createIntegration, IntegrationError } from "@plugboard/runtime";
 *
 * export default createIntegration({
 *   fetch: (request) => {
 *     if (request.method !== "POST") throw new IntegrationError("Only POST is served here", 405);
 *     return Response.json({ received: true });
 *   },
 * });
 * ```
 */
export class IntegrationError extends Error {
  override readonly name = "IntegrationError";
  /** HTTP status of the response, from 400 to 599. */
  readonly status: number;
  readonly code: IntegrationErrorCode;

  constructor(message: string, status = 400, code: IntegrationErrorCode = "rejected") {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * Whether a value is an {@link IntegrationError} with the status of an error. The name decides, so that two copies of this
 * package in one bundle recognise each other's errors.
 */
export function isIntegrationError(value: unknown): value is IntegrationError {
  if (!(value instanceof Error && value.name === "IntegrationError")) return false;
  // Whatever else has the name may have any status, or none.
  const { status } = value as { readonly status?: unknown };
  return /^[45]\d\d$/.test(String(status));
}
