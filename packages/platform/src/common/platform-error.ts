/** What was wrong with a request to the platform. */
export type PlatformErrorCode =
  | "conflict"
  | "data_in_use"
  | "data_too_new"
  | "data_unreadable"
  | "data_unwritable"
  | "database_unreachable"
  | "forbidden"
  | "integration_failed"
  | "integration_unreachable"
  | "invalid_configuration"
  | "invalid_manifest"
  | "invalid_request"
  | "not_found"
  | "payload_too_large"
  | "precondition_failed"
  | "seal_broken"
  | "misdirected"
  | "unauthorized"
  | "unavailable"
  | "unsupported_media_type";

/** One problem within a request, with the place it is at. */
export interface PlatformProblem {
  readonly path: string;
  readonly message: string;
}

/** The platform refuses a request, or its storage cannot be used; the HTTP layer turns the code into a status. */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  readonly code: PlatformErrorCode;
  readonly problems: readonly PlatformProblem[];

  constructor(
    code: PlatformErrorCode,
    message: string,
    problems: readonly PlatformProblem[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.problems = problems;
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
