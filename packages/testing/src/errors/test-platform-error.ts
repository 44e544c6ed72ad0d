/**
 * What a test did wrong, or what the integration did that a test cannot go on from.
 *
 * - `invalid_configuration`: values that the manifest does not allow
 * - `not_found`: no element, button, page or installation of that name
 * - `not_rendered`: the integration responded to a rendering with an error
 * - `no_service`: the integration sent a request to somebody who is not in `services`
 * - `not_sent`: an event that nobody receives, with the reason
 * - `handler_failed`: a handler failed, and the test did not allow it to
 * - `endless`: queued events made new ones without an end
 * - `bad_record`: a recorded envelope cannot be read
 */
export type TestPlatformErrorCode =
  | "invalid_configuration"
  | "not_found"
  | "not_rendered"
  | "no_service"
  | "not_sent"
  | "handler_failed"
  | "endless"
  | "bad_record";

/** The one error of this package. */
export class TestPlatformError extends Error {
  override readonly name = "TestPlatformError";
  readonly code: TestPlatformErrorCode;

  constructor(code: TestPlatformErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
