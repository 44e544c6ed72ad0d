import type { ErrorCode, RequestProblem } from "../contract/problem.ts";

/** The code of an {@link ApiError}: from the client, or an {@link ErrorCode} of the platform. */
export type ApiErrorCode =
  | ErrorCode
  /** A path parameter is empty or contains reserved characters. */
  | "invalid_parameter"
  /** The client was created without a token. */
  | "no_token"
  /** The connection failed or was interrupted. */
  | "network"
  /** The attempt timed out. */
  | "timeout"
  /** The caller's signal aborted the call. */
  | "aborted"
  /** The response did not come from the platform's API. */
  | "bad_response";

/** Details of an {@link ApiError}. */
export interface ApiErrorDetails {
  /** The HTTP status of the platform's response, if there was one. */
  readonly status?: number | undefined;
  /** The invalid parts of the request. */
  readonly problems?: readonly RequestProblem[] | undefined;
  /** The delay before the next attempt that the platform requested, in seconds. */
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/**
 * The error of a failed API call.
 *
 * @example
 * ```ts
 * import { type ApiClient, ApiError } from "@plugboard/api/client";
 * import { getSpace } from "@plugboard/content/routes";
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
  /** An {@link ApiErrorCode}, or an unknown code of a newer platform. */
  declare readonly code: ApiErrorCode | (string & {});
  /** The HTTP status of the platform's response, if there was one. */
  declare readonly status: number | undefined;
  /** The invalid parts of the request with their paths, such as `configuration.webhook_url`. */
  declare readonly problems: readonly RequestProblem[];
  /** The delay before the next attempt that the platform requested, in seconds. */
  declare readonly retryAfterSeconds: number | undefined;

  constructor(code: ApiErrorCode | (string & {}), message: string, details: ApiErrorDetails = {}) {
    super(message, details);
    Object.assign(this, details, { code, problems: details.problems ?? [] });
  }
}
