import { ApiError } from "../api-error.ts";
import type { ApiErrorBody } from "./api-paths.ts";

/** The error for a request that got no answer. */
export function errorFromFailure(call: string, cause: unknown): ApiError {
  const isAbort = cause instanceof Error && (cause.name === "AbortError" || cause.name === "TimeoutError");
  return isAbort
    ? new ApiError("aborted", `${call} was given up before an answer came`, { cause })
    : new ApiError(
        "network",
        `${call} got no answer: ${cause instanceof Error ? cause.message : String(cause)}`,
        {
          cause,
        },
      );
}

/** The error for an answer that is not a success. It reads the body. */
export async function errorFromResponse(call: string, response: Response): Promise<ApiError> {
  const { status } = response;
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  const waiting = Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {};
  const body = await readErrorBody(response);
  if (body === undefined) {
    return new ApiError("bad_response", `${call} answered ${status} without saying why`, {
      status,
      ...waiting,
    });
  }
  const { code, message, path } = body.error;
  return new ApiError(code, message, { status, ...waiting, ...(path === undefined ? {} : { path }) });
}

async function readErrorBody(response: Response): Promise<ApiErrorBody | undefined> {
  try {
    const body: unknown = await response.json();
    return isErrorBody(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

function isErrorBody(value: unknown): value is ApiErrorBody {
  if (typeof value !== "object" || value === null || !("error" in value)) return false;
  const { error } = value;
  if (typeof error !== "object" || error === null || !("code" in error && "message" in error)) return false;
  return typeof error.code === "string" && typeof error.message === "string";
}
