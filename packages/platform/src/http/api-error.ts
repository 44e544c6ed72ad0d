import type { ApiErrorBody } from "@plugboard/api/client";
import { DeliveryError, type DeliveryErrorCode } from "@plugboard/webhook-delivery";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod";
import { type DatabaseFailure, databaseFailureOf } from "../database/storage-error.ts";
import { PlatformError, type PlatformErrorCode, type PlatformProblem } from "../common/platform-error.ts";

/** An error as the HTTP API answers it; every problem of the request is listed. */
export interface ApiErrorResponse extends ApiErrorBody {
  readonly error: ApiErrorBody["error"] & { readonly problems?: readonly PlatformProblem[] };
}

const problemSchema = z.object({ path: z.string(), message: z.string() });

export const apiErrorSchema: z.ZodType<ApiErrorResponse> = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    path: z.string().exactOptional(),
    problems: z.array(problemSchema).exactOptional(),
  }),
});

const statuses: Readonly<Record<PlatformErrorCode, ContentfulStatusCode>> = {
  conflict: 409,
  data_in_use: 500,
  data_too_new: 500,
  data_unreadable: 500,
  data_unwritable: 500,
  database_unreachable: 503,
  forbidden: 403,
  integration_failed: 502,
  integration_unreachable: 502,
  invalid_configuration: 422,
  invalid_manifest: 422,
  invalid_request: 400,
  misdirected: 421,
  not_found: 404,
  payload_too_large: 413,
  seal_broken: 500,
  unauthorized: 401,
  unavailable: 503,
  unsupported_media_type: 415,
};

/** What the delivery engine refuses for a reason that lies with the caller; anything else is this server's fault. */
const deliveryCodes: Readonly<Partial<Record<DeliveryErrorCode, PlatformErrorCode>>> = {
  endpoint_not_found: "not_found",
  delivery_not_found: "not_found",
  recovery_not_found: "not_found",
  recovery_running: "conflict",
  invalid_endpoint: "invalid_request",
  invalid_query: "invalid_request",
};

/** The answer for whatever an operation threw; what is not the caller's fault says nothing of the inside. */
export function toErrorResponse(thrown: unknown): {
  readonly status: ContentfulStatusCode;
  readonly body: ApiErrorResponse;
} {
  const error = toPlatformError(thrown);
  if (error === undefined) {
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

/** PostgreSQL's word for a text with a NUL character, which it can neither hold nor compare. */
const unstorableText = "22021";

const failureMessages: Readonly<Record<DatabaseFailure, string>> = {
  unreachable: "The server's database does not answer. Try again in a moment.",
  full: "The server's disk is full. Whoever runs it has to make room.",
};

function toPlatformError(thrown: unknown): PlatformError | undefined {
  if (thrown instanceof PlatformError) return thrown;
  if (thrown instanceof Error && "code" in thrown && thrown.code === unstorableText)
    return new PlatformError("invalid_request", "The request has a NUL character in it.");
  const failure = databaseFailureOf(thrown);
  if (failure !== undefined)
    return new PlatformError("unavailable", failureMessages[failure], [], { cause: thrown });
  if (!(thrown instanceof DeliveryError)) return undefined;
  const code = deliveryCodes[thrown.code];
  return code === undefined ? undefined : new PlatformError(code, `${thrown.message}.`);
}
