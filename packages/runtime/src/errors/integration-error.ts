/** The `code` of an `IntegrationError`. */
export type IntegrationErrorCode =
  /** A handler of the integration rejected the request. */
  | "rejected"
  /** The request isn't signed by the platform, or an inbound webhook isn't signed by its sender. */
  | "unauthorized"
  /** The path names an unsupported version of the envelope. */
  | "unsupported_version"
  /** The integration doesn't handle the event. */
  | "unhandled_event"
  /** The integration has no component with this ID. */
  | "unknown_component"
  /** The integration has no tool with this ID. */
  | "unknown_tool"
  /** Another copy of the same event is being handled. */
  | "event_in_progress"
  /** The time of a task's run is used up, and it continues in the next request. */
  | "task_continues"
  /** A task has two steps with the same name. */
  | "duplicate_step";

/**
 * An error with a message for the caller. If a handler throws it, the response has its status and `{ "error":
 * message }`. Other errors become a 500 without their message.
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
  /** The HTTP status of the response, from 400 to 599. */
  declare readonly status: number;
  declare readonly code: Code;
  readonly expose = true;

  // Callers that use other codes pass one.
  constructor(message: string, status = 400, code: Code = "rejected" as Code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** An error that exposes its message to the caller, like the errors of many HTTP libraries. */
export interface ExposedError {
  readonly expose: true;
  /** The HTTP status of the response, from 400 to 599. */
  readonly status: number;
  readonly code?: string | undefined;
  readonly message: string;
}

/**
 * Returns whether a thrown value is an {@link ExposedError}. The class doesn't matter, so any package can
 * define its own.
 */
export function isExposedError(value: unknown): value is ExposedError {
  if (!(value instanceof Error)) return false;
  // Errors can have these properties or not.
  const { expose, status = 0 } = value as Partial<ExposedError>;
  return expose === true && status >= 400 && status <= 599;
}
