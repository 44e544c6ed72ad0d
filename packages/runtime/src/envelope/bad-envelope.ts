import { IntegrationError } from "../integration-error.ts";

/**
 * Refuses something that is no envelope; `what` says what is wrong with it.
 *
 * @throws {IntegrationError} 400 `bad_envelope`, always.
 */
export function badEnvelope(what: string): never {
  throw new IntegrationError(`Not an envelope: ${what}`, 400, "bad_envelope");
}
