import type { ErrorCode, RequestProblem } from "../contract/problem.ts";

/** What went wrong: on this side of a call, or an {@link ErrorCode} of the platform. */
export type ApiErrorCode =
  | ErrorCode
  /** A path parameter is empty or would change the path around it. */
  | "invalid_parameter"
  /** The client was created without a token. */
  | "no_token"
  /** No response came: the connection failed or was cut. */
  | "network"
  /** No response came within the time a call may take. */
  | "timeout"
  /** The caller gave up. */
  | "aborted"
  /** The response is not what the platform's API responds with. */
  | "bad_response";

/** More about an {@link ApiError}. */
export interface ApiErrorDetails {
  /** HTTP status of the platform's response, where there was one. */
  readonly status?: number | undefined;
  /** The parts of the input that were wrong. */
  readonly problems?: readonly RequestProblem[] | undefined;
  /** How long the platform asks to wait before another try, in seconds. */
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/**
 * A call of the platform's API failed.
 *
 * @example
 * ```ts
 * import { type ApiClient, ApiError } from "@plugboard/api/client";
 * import { getSpace } from "@plugboard/api/routes";
 *
 * async function hasSpace(api: ApiClient, spaceId: string): Promise<boolean> {
 *   try {
 *     await api.call(getSpace, { params: { spaceId } });
 *     return true;
 *   } catch (error) {
 *     if (error instanceof ApiError && error.code === "not_found") return false;
 *     throw error;
 *   }
 * }
 * ```
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** An {@link ApiErrorCode}, or the `code` of a platform that is newer than this package. */
  declare readonly code: ApiErrorCode | (string & {});
  /** HTTP status of the platform's response, where there was one. */
  declare readonly status: number | undefined;
  /** The parts of the input that were wrong, each with its place, as in `configuration.webhook_url`. */
  declare readonly problems: readonly RequestProblem[];
  /** How long the platform asks to wait before another try, in seconds. */
  declare readonly retryAfterSeconds: number | undefined;

  constructor(code: ApiErrorCode | (string & {}), message: string, details: ApiErrorDetails = {}) {
    super(message, details);
    Object.assign(this, details, { code, problems: details.problems ?? [] });
  }
}
