/**
 * What a test did wrong, or what the integration did that a test cannot go on from.
 *
 * - `invalid_configuration`: values that the manifest does not allow
 * - `not_found`: no element, button, page or installation of that name
 * - `not_rendered`: the integration answered a render with an error
 * - `no_service`: the integration sent a request to somebody who is not in `services`
 * - `not_sent`: an event that the platform would not send to this installation
 * - `endless`: queued events made new ones without an end
 * - `bad_record`: a recorded envelope cannot be read
 */
export type TestPlatformErrorCode =
  | "invalid_configuration"
  | "not_found"
  | "not_rendered"
  | "no_service"
  | "not_sent"
  | "endless"
  | "bad_record";

/** The one error of this package. */
export class TestPlatformError extends Error {
  override readonly name = "TestPlatformError";
  readonly code: TestPlatformErrorCode;

  constructor(code: TestPlatformErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
