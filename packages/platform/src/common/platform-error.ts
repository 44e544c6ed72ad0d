/** The reason a request to the platform failed. */
export type PlatformErrorCode =
  | "callback_failed"
  | "conflict"
  | "data_in_use"
  | "data_too_new"
  | "data_unreadable"
  | "data_unwritable"
  | "database_unreachable"
  | "expunged"
  | "forbidden"
  | "integration_failed"
  | "integration_unreachable"
  | "invalid_configuration"
  | "invalid_definition"
  | "invalid_manifest"
  | "invalid_request"
  | "not_found"
  | "payload_too_large"
  | "policies_bypassed"
  | "misdirected"
  | "precondition_failed"
  | "rate_limited"
  | "decryption_failed"
  | "second_factor_required"
  | "support_access_required"
  | "unauthorized"
  | "unavailable"
  | "unsupported_media_type";

/** A problem with one field of a request. */
export interface PlatformProblem {
  readonly path: string;
  readonly message: string;
}

/** A quota and a caller's remaining share of it. */
export interface RateLimitState {
  /** The name of the quota in responses. */
  readonly name: string;
  /** The limit for one window, and for a burst. */
  readonly quota: number;
  readonly windowSeconds: number;
  /** The unit of `quota`. */
  readonly unit: "requests" | "content-bytes";
  readonly remaining: number;
  /** Seconds until the full quota is available again. */
  readonly resetSeconds: number;
  /** Seconds until the rejected request would succeed; 0 if it was accepted. */
  readonly retryAfterSeconds: number;
}

/** Details of an error in addition to its message. */
export interface PlatformErrorOptions extends ErrorOptions {
  /** The exhausted quota, for `rate_limited`. */
  readonly rateLimit?: RateLimitState | undefined;
}

/** Thrown for invalid requests and unusable storage. The HTTP layer maps the code to a status. */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  readonly code: PlatformErrorCode;
  readonly problems: readonly PlatformProblem[];
  readonly rateLimit: RateLimitState | undefined;

  constructor(
    code: PlatformErrorCode,
    message: string,
    problems: readonly PlatformProblem[] = [],
    options?: PlatformErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.problems = problems;
    this.rateLimit = options?.rateLimit;
  }
}

/**
 * Returns the value, or throws `not_found` with a message that names the missing resource.
 *
 * @example
 * import { orNotFound } from "@plugboard/platform";
 *
 * const titles = new Map([["handbook", "Acme Handbook"]]);
 * console.log(orNotFound(titles.get("handbook"), "site handbook"));
 */
export function orNotFound<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new PlatformError("not_found", `There is no ${what}.`);
  return value;
}
