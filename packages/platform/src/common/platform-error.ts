/** What was wrong with a request to the platform. */
export type PlatformErrorCode =
  | "conflict"
  | "data_in_use"
  | "data_too_new"
  | "data_unreadable"
  | "data_unwritable"
  | "database_unreachable"
  | "entry_required"
  | "expunged"
  | "forbidden"
  | "integration_failed"
  | "integration_unreachable"
  | "invalid_configuration"
  | "invalid_manifest"
  | "invalid_request"
  | "not_found"
  | "payload_too_large"
  | "policies_bypassed"
  | "misdirected"
  | "precondition_failed"
  | "rate_limited"
  | "seal_broken"
  | "second_factor_required"
  | "unauthorized"
  | "unavailable"
  | "unsupported_media_type";

/** One problem within a request, with the place it is at. */
export interface PlatformProblem {
  readonly path: string;
  readonly message: string;
}

/** A quota, and how much of it is left to one caller. */
export interface RateLimitState {
  /** What is limited, as responses name it. */
  readonly name: string;
  /** How much may be used at once, and in each window. */
  readonly quota: number;
  readonly windowSeconds: number;
  /** `quota` counts requests, or bytes. */
  readonly unit: "requests" | "content-bytes";
  readonly remaining: number;
  /** Until the whole quota is there again. */
  readonly resetSeconds: number;
  /** Until there is enough for what was refused; 0 when it was granted. */
  readonly retryAfterSeconds: number;
}

/** What there is to know of an error besides its message. */
export interface PlatformErrorOptions extends ErrorOptions {
  /** The quota that was spent, for `rate_limited`. */
  readonly rateLimit?: RateLimitState | undefined;
}

/** The platform refuses a request, or its storage cannot be used; the HTTP layer turns the code into a status. */
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
 * Returns what was found, or refuses with a message that names what was not.
 *
 * @example
 * import { found } from "@plugboard/platform";
 *
 * const titles = new Map([["handbook", "Acme Handbook"]]);
 * console.log(found(titles.get("handbook"), "site handbook"));
 */
export function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new PlatformError("not_found", `There is no ${what}.`);
  return value;
}
