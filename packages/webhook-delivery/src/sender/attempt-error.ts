import type { AttemptErrorCode } from "../model/attempt-result.ts";

/** Carries the reason that an attempt ended early to the place that makes the result of it. It does not leave the sender. */
export class AttemptError extends Error {
  override readonly name = "AttemptError";
  readonly code: AttemptErrorCode;

  constructor(code: AttemptErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
