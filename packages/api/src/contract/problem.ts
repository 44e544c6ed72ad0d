import * as z from "zod";
import { limits } from "./limits.ts";

/** All error codes of the platform, with HTTP status and meaning. */
export const errorCodes = {
  callback_failed: { status: 422, meaning: "The callback URL did not pass verification." },
  conflict: { status: 409, meaning: "The current state does not allow it." },
  expunged: { status: 410, meaning: "The content was permanently deleted; only metadata remains." },
  forbidden: { status: 403, meaning: "The caller isn't allowed to do this." },
  integration_failed: { status: 502, meaning: "The integration's response was invalid." },
  integration_unreachable: { status: 502, meaning: "The integration did not respond." },
  internal: { status: 500, meaning: "An internal error occurred." },
  invalid_configuration: { status: 422, meaning: "The settings do not match the manifest." },
  invalid_manifest: { status: 422, meaning: "The manifest has problems." },
  invalid_request: { status: 400, meaning: "Parts of the request are invalid." },
  misdirected: { status: 421, meaning: "This server does not serve the requested hostname." },
  not_found: { status: 404, meaning: "The resource does not exist." },
  payload_too_large: { status: 413, meaning: "The request's body is too large." },
  precondition_failed: { status: 412, meaning: "The resource changed since the version in If-Match." },
  rate_limited: { status: 429, meaning: "Too many requests. Try again after the time in Retry-After." },
  second_factor_required: {
    status: 403,
    meaning: "The organization requires two-factor authentication, and the caller has none.",
  },
  support_access_required: {
    status: 403,
    meaning: "The platform administrator needs support access to the organization.",
  },
  unauthorized: { status: 401, meaning: "The request has no valid token or session." },
  unavailable: { status: 503, meaning: "The platform is temporarily unavailable. Try again." },
  unsupported_media_type: { status: 415, meaning: "The request's body is not JSON." },
} as const;

/** A stable error code; the `code` of a {@link Problem}. */
export type ErrorCode = keyof typeof errorCodes;

/** An invalid part of a request. */
export interface RequestProblem {
  /** The path of the invalid part, such as `configuration.webhook_url`. */
  readonly path: string;
  /** An explanation for people. */
  readonly message: string;
}

/** The body of every error response: problem details (RFC 9457), sent as `application/problem+json`. */
export interface Problem {
  /** Always `about:blank`; {@link code} identifies the problem. */
  readonly type: "about:blank";
  /** The HTTP status text. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** An explanation for people, with the fix. */
  readonly detail: string;
  /** A stable code for programs. */
  readonly code: ErrorCode;
  /** The invalid parts of the request, truncated if there are many. */
  readonly problems?: readonly RequestProblem[] | undefined;
}

const codes: readonly ErrorCode[] = Object.keys(errorCodes).filter(isErrorCode);

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}

/** The schema of an error response's body. */
export const problemSchema: z.ZodType<Problem> = z.object({
  type: z.literal("about:blank"),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(codes),
  problems: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .max(limits.problems)
    .optional(),
});
