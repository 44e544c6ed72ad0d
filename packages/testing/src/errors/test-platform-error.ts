/**
 * The cause of a test error.
 *
 * - `invalid_configuration`: values that the manifest does not allow
 * - `not_found`: no element, button, tool, page or installation with that name
 * - `not_connected`: a button's flow ended on an error page
 * - `not_rendered`: the integration returned an error for a rendering
 * - `tool_failed`: a tool that rejected its arguments, failed or returned a wrong result
 * - `no_service`: the integration sent a request to an origin that is not in `services`
 * - `not_sent`: an event without a recipient, with the reason
 * - `handler_failed`: a handler failed without `allowFailure`
 * - `endless`: queued events keep creating new ones
 * - `bad_record`: a recorded envelope is invalid
 */
export type TestPlatformErrorCode =
  | "invalid_configuration"
  | "not_found"
  | "not_connected"
  | "not_rendered"
  | "tool_failed"
  | "no_service"
  | "not_sent"
  | "handler_failed"
  | "endless"
  | "bad_record";

/** The error class of this package. */
export class TestPlatformError extends Error {
  override readonly name = "TestPlatformError";
  readonly code: TestPlatformErrorCode;

  constructor(code: TestPlatformErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
