import { ExposableError } from "../exposable-error.ts";

/**
 * Refuses something that is no envelope; `what` says what is wrong with it.
 *
 * @throws {ExposableError} 400 `bad_envelope`, always.
 */
export function badEnvelope(what: string): never {
  throw new ExposableError(`Not an envelope: ${what}`, 400, "bad_envelope");
}
