import { IntegrationError } from "../errors/integration-error.ts";

/** What is wrong with an envelope. */
export type EnvelopeErrorCode =
  /** It is not written as an envelope is, or a part of it is missing or malformed. */
  | "malformed"
  /** It, or a part of it, is larger than its limit. */
  | "too_large";

/**
 * Bytes that are no acceptable envelope; the message says what is wrong, and never repeats what they contain. Its `status`
 * is 400 or 413.
 */
export class EnvelopeError extends IntegrationError<EnvelopeErrorCode> {
  override readonly name = "EnvelopeError";

  constructor(code: EnvelopeErrorCode, message: string) {
    super(message, code === "too_large" ? 413 : 400, code);
  }
}

/** Refuses something that is no envelope; `what` says what is wrong with it. @throws {EnvelopeError} `malformed`, always */
export function malformed(what: string): never {
  throw new EnvelopeError("malformed", `Not an envelope: ${what}`);
}

/** Refuses what is larger than its limit; `what` names it. @throws {EnvelopeError} `too_large` */
export function checkSize(what: string, bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw new EnvelopeError("too_large", `${what} is larger than ${maxBytes} bytes`);
}
