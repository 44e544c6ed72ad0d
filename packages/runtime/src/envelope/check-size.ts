import { ExposableError } from "../exposable-error.ts";

/**
 * Refuses what is larger than its limit; `what` names it.
 *
 * @throws {ExposableError} 413 `too_large`
 */
export function checkSize(what: string, bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  throw new ExposableError(`${what} is larger than ${maxBytes} bytes`, 413, "too_large");
}
