import { IntegrationError } from "../integration-error.ts";

/**
 * Refuses what is larger than its limit; `what` names it.
 *
 * @throws {IntegrationError} 413 `too_large`
 */
export function checkSize(what: string, bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  throw new IntegrationError(`${what} is larger than ${maxBytes} bytes`, 413, "too_large");
}
