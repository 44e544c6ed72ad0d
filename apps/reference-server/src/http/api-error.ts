import type { ApiErrorBody } from "@plugboard/api/client";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import { PlatformError, type PlatformErrorCode, type PlatformProblem } from "../platform/platform-error.ts";

/** An error as the HTTP API answers it; every problem of the request is listed. */
export interface ApiErrorAnswer extends ApiErrorBody {
  readonly error: ApiErrorBody["error"] & { readonly problems?: readonly PlatformProblem[] };
}

const problemSchema = z.object({ path: z.string(), message: z.string() });

export const apiErrorSchema: z.ZodType<ApiErrorAnswer> = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    path: z.string().exactOptional(),
    problems: z.array(problemSchema).exactOptional(),
  }),
});

const statuses: Readonly<Record<PlatformErrorCode, ContentfulStatusCode>> = {
  conflict: 409,
  forbidden: 403,
  integration_failed: 502,
  integration_unreachable: 502,
  invalid_configuration: 422,
  invalid_manifest: 422,
  invalid_request: 400,
  not_found: 404,
  payload_too_large: 413,
  unauthorized: 401,
};

/** The answer for whatever an operation threw; what is not the caller's fault says nothing of the inside. */
export function toErrorAnswer(error: unknown): {
  readonly status: ContentfulStatusCode;
  readonly body: ApiErrorAnswer;
} {
  if (!(error instanceof PlatformError)) {
    return {
      status: 500,
      body: { error: { code: "internal", message: "Something went wrong in the server." } },
    };
  }
  const { code, message, problems } = error;
  const [first] = problems;
  return {
    status: statuses[code],
    body: { error: { code, message, ...(first !== undefined && { path: first.path, problems }) } },
  };
}
