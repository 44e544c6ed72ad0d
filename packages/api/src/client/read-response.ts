import { ApiError } from "../api-error.ts";
import type { ApiErrorBody } from "./api-paths.ts";
import { hasFields } from "./has-fields.ts";

/** The body of an answer; or an error, the platform's own where it says one, for what is not a success or not JSON. */
export function readResponse(call: string, { ok, status, headers }: Response, text: string): unknown {
  const body = parseJson(text);
  if (ok && (body !== undefined || text === "")) return body;
  const { code, message, path } = isErrorBody(body)
    ? body.error
    : {
        code: "bad_response",
        message: `${call} answered ${status} without the API's JSON: is the endpoint right?`,
      };
  const retryAfterSeconds = Number(headers.get("retry-after")) || undefined;
  return new ApiError(code, message, { status, path, retryAfterSeconds });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrorBody(body: unknown): body is ApiErrorBody {
  return hasFields(body) && hasFields(body["error"]) && typeof body["error"]["code"] === "string";
}
