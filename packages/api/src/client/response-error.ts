import { ApiError, type ApiErrorCode } from "../api-error.ts";
import type { ApiErrorBody } from "./api-paths.ts";

/** The error for a request whose answer did not come, or not whole. */
export function errorFromFailure(call: string, cause: unknown): ApiError {
  const { name, message } = cause instanceof Error ? cause : new Error(String(cause));
  const code = codesByName.get(name) ?? "network";
  return new ApiError(code, `${call} got no answer: ${message}`, { cause });
}

const codesByName: ReadonlyMap<string, ApiErrorCode> = new Map<string, ApiErrorCode>([
  ["AbortError", "aborted"],
  ["TimeoutError", "timeout"],
]);

/** The error for an answer that is not a success. */
export function errorFromAnswer(call: string, { status, headers }: Response, body: unknown): ApiError {
  const retryAfterSeconds = Number(headers.get("retry-after") ?? Number.NaN);
  const waiting = Number.isFinite(retryAfterSeconds) && { retryAfterSeconds };
  if (!isErrorBody(body)) {
    return new ApiError("bad_response", `${call} answered ${status} without saying why`, {
      status,
      ...waiting,
    });
  }
  const { code, message, path } = body.error;
  return new ApiError(code, message, { status, ...waiting, ...(path !== undefined && { path }) });
}

function isErrorBody(body: unknown): body is ApiErrorBody {
  return hasFields(body) && hasFields(body["error"]) && typeof body["error"]["code"] === "string";
}

function hasFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
