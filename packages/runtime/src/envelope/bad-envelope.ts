import { ExposableError } from "../exposable-error.ts";

/** The refusal of something that is no envelope; `what` says what is wrong with it. */
export function badEnvelope(what: string): ExposableError {
  return new ExposableError(`Not an envelope: ${what}`, 400, "bad_envelope");
}

/** The refusal of something that is larger than its limit. */
export function tooLarge(what: string, maxBytes: number): ExposableError {
  return new ExposableError(`${what} is larger than ${maxBytes} bytes`, 413, "too_large");
}
