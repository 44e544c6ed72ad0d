import { ApiError, type ApiErrorCode } from "../api-error.ts";
import type { ApiErrorBody } from "./api-paths.ts";
import { hasFields } from "./has-fields.ts";

/** The error for a request whose answer did not come, or not whole: because it was `aborted`, or else by the network. */
export function errorFromFailure(call: string, cause: unknown, aborted: boolean | undefined): ApiError {
  const { name, message } = cause instanceof Error ? cause : new Error(String(cause));
  // Whoever aborts may give a reason of their own.
  const code = codesByName.get(name) ?? (aborted === true ? "aborted" : "network");
  return new ApiError(code, `${call} got no answer: ${message}`, { cause });
}

const codesByName: ReadonlyMap<string, ApiErrorCode> = new Map<string, ApiErrorCode>([
  ["AbortError", "aborted"],
  ["TimeoutError", "timeout"],
]);

/** The error for an answer that is not a success, or not JSON: the platform's own where it says one. */
export function errorFromAnswer(call: string, { ok, status, headers }: Response, body: unknown): ApiError {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  const { code, message, path } = isErrorBody(body)
    ? body.error
    : {
        code: "bad_response",
        message: `${call} answered ${status} ${ok ? "with a body that is not JSON" : "without saying why"}`,
      };
  const retryAfterSeconds = Number.isFinite(seconds) ? seconds : undefined;
  return new ApiError(code, message, { status, path, retryAfterSeconds });
}

function isErrorBody(body: unknown): body is ApiErrorBody {
  return hasFields(body) && hasFields(body["error"]) && typeof body["error"]["code"] === "string";
}
