/** What went wrong on this side of a call; the platform's own codes come beside these. */
export type ApiErrorCode =
  /** An event does not have the shape its type demands. */
  | "invalid_event"
  /** A path parameter is empty or would change the path around it. */
  | "invalid_parameter"
  /** The client was made without a token. */
  | "no_token"
  /** No answer came: the connection failed or was cut. */
  | "network"
  /** No answer came within the time a call may take. */
  | "timeout"
  /** The caller gave up. */
  | "aborted"
  /** The answer is not what the platform's API answers. */
  | "bad_response";

/** More about an {@link ApiError}. */
export interface ApiErrorDetails {
  /** HTTP status of the platform's answer, where there was one. */
  readonly status?: number | undefined;
  /** The part of the input that was wrong, as in `configuration.webhook_url`. */
  readonly path?: string | undefined;
  /** How long the platform asks to wait before another try, in seconds. */
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/** The one error of this package: an event that breaks the contract, or a call of the platform's API that failed. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** An {@link ApiErrorCode}, or the `code` of the platform's answer. */
  declare readonly code: ApiErrorCode | (string & {});
  declare readonly status: number | undefined;
  declare readonly path: string | undefined;
  declare readonly retryAfterSeconds: number | undefined;

  constructor(code: ApiErrorCode | (string & {}), message: string, details: ApiErrorDetails = {}) {
    super(message, details);
    Object.assign(this, details, { code });
  }
}
