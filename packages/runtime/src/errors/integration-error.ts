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
export class IntegrationError<Code extends string = IntegrationErrorCode>
  extends Error
  implements ExposedError
{
  override readonly name: string = "IntegrationError";
  /** HTTP status of the response, from 400 to 599. */
  readonly status: number;
  readonly code: Code;
  readonly expose = true;

  // Whoever names other codes gives one.
  constructor(message: string, status = 400, code: Code = "rejected" as Code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** An error that asks for its message to be shown to the caller, as those of many HTTP libraries do. */
export interface ExposedError {
  readonly expose: true;
  /** HTTP status of the response, from 400 to 599. */
  readonly status: number;
  readonly code?: string | undefined;
  readonly message: string;
}

/** Whether a thrown value is an {@link ExposedError}; its class does not matter, so that any package can have its own. */
export function isExposedError(value: unknown): value is ExposedError {
  if (!(value instanceof Error)) return false;
  // Any error may have them, or none.
  const { expose, status = 0 } = value as Partial<ExposedError>;
  return expose === true && status >= 400 && status <= 599;
}
