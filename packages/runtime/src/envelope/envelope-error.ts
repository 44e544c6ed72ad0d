import { IntegrationError } from "../errors/integration-error.ts";

/** The `code` of an `EnvelopeError`. */
export type EnvelopeErrorCode =
  /** The format is invalid, or a part is missing or invalid. */
  | "malformed"
  /** The envelope or one of its parts exceeds its limit. */
  | "too_large";

/**
 * Thrown for an invalid envelope. The message describes the problem without quoting the content. The `status`
 * is 400 or 413.
 */
export class EnvelopeError extends IntegrationError<EnvelopeErrorCode> {
  override readonly name = "EnvelopeError";

  constructor(code: EnvelopeErrorCode, message: string) {
    super(message, code === "too_large" ? 413 : 400, code);
  }
}

/** Rejects an invalid envelope; `what` describes the problem. @throws {EnvelopeError} `malformed`, always */
export function malformed(what: string): never {
  throw new EnvelopeError("malformed", `Not an envelope: ${what}`);
}

/** Rejects content over its limit; `what` names it. @throws {EnvelopeError} `too_large` */
export function checkSize(what: string, bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw new EnvelopeError("too_large", `${what} is larger than ${maxBytes} bytes`);
}
