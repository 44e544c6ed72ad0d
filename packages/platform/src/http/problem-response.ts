import { type ErrorCode, errorCodes, limits, type Problem } from "@plugboard/api/contract";
import { DeliveryError, type DeliveryErrorCode } from "@plugboard/webhook-delivery";
import type { Context, ErrorHandler, NotFoundHandler } from "hono";
import { PlatformError, type RateLimitState } from "../common/platform-error.ts";
import { type DatabaseFailure, databaseFailureOf } from "../database/storage-error.ts";
import { addRateLimitHeaders } from "./rate-limit-headers.ts";

/** Called with every error that is not the caller's fault. */
export type OnError = (error: unknown, request: { readonly method: string; readonly path: string }) => void;

/** HTTP status texts (RFC 9110), the titles of problems without their own type. */
const titles: Readonly<Record<(typeof errorCodes)[ErrorCode]["status"], string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  410: "Gone",
  412: "Precondition Failed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  421: "Misdirected Request",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
};

/** Errors of the delivery engine that are the caller's fault. All others are server errors. */
const deliveryCodes: Readonly<Partial<Record<DeliveryErrorCode, ErrorCode>>> = {
  endpoint_not_found: "not_found",
  event_expunged: "expunged",
  delivery_not_found: "not_found",
  recovery_not_found: "not_found",
  recovery_running: "conflict",
  not_polling: "conflict",
  invalid_endpoint: "invalid_request",
  invalid_query: "invalid_request",
};

/**
 * The PostgreSQL error code for text with a NUL character, which PostgreSQL can neither store nor compare.
 */
const unstorableText = "22021";

/** Messages for callers about database failures. */
const failureDetails: Readonly<Record<DatabaseFailure, string>> = {
  unreachable: "The server's database does not respond. Try again in a moment.",
  full: "The server's disk is full. Its operator must free space.",
  read_only: "The server's database is read-only. Its operator must make it writable.",
};

const maxDetailLength = 2000;

/**
 * Describes a database failure in a sentence. `undefined` if the error is not from the database.
 *
 * @example
 * import { describeDatabaseFailure } from "@plugboard/platform";
 *
 * const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
 * console.log(describeDatabaseFailure(refused)); // "The server's database does not respond. Try again in a moment."
 */
export function describeDatabaseFailure(error: unknown): string | undefined {
  const failure = databaseFailureOf(error);
  return failure === undefined ? undefined : failureDetails[failure];
}

/** Converts a thrown value to the problem shown to the caller. Server errors reveal no internals. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof PlatformError && isErrorCode(thrown.code)) {
    const problems = thrown.problems.slice(0, limits.problems).map(({ path, message }) => ({
      path: shorten(path, limits.problemLength),
      message: shorten(message, limits.problemLength),
    }));
    const { rateLimit } = thrown;
    const wait = rateLimit === undefined ? "" : ` Try again in ${rateLimit.retryAfterSeconds} s.`;
    const detail = `${thrown.message}${wait}`;
    return createProblem(thrown.code, detail, problems.length === 0 ? undefined : problems);
  }
  const code = thrown instanceof DeliveryError ? deliveryCodes[thrown.code] : undefined;
  if (thrown instanceof DeliveryError && code !== undefined) return toDeliveryProblem(thrown, code);
  if (thrown instanceof Error && "code" in thrown && thrown.code === unstorableText)
    return createProblem("invalid_request", "The request contains a NUL character.");
  const failure = describeDatabaseFailure(thrown);
  if (failure !== undefined) return createProblem("unavailable", failure);
  return createProblem("internal", "Internal server error.");
}

// Endpoint options are top-level fields in the API.
function toDeliveryProblem({ message, part }: DeliveryError, code: ErrorCode): Problem {
  const sentence = message.replaceAll("options.", "").replace(/\.?$/, ".");
  const path = part?.replace(/^options\./, "");
  const problems =
    path === undefined ? undefined : [{ path, message: sentence.slice(0, limits.problemLength) }];
  return createProblem(code, sentence.slice(0, maxDetailLength), problems);
}

/**
 * Returns the response for an unknown path.
 *
 * @example
 * import { notFoundResponse } from "@plugboard/platform";
 * import { Hono } from "hono";
 *
 * const app = new Hono().notFound(notFoundResponse);
 * console.log((await app.request("/nowhere")).status); // 404
 */
export const notFoundResponse: NotFoundHandler = (c: Context): Response =>
  problemResponse(createProblem("not_found", `No resource exists at ${c.req.method} ${c.req.path}.`));

/**
 * Creates the handler that converts thrown errors to responses.
 *
 * @example
 * import { createErrorHandler } from "@plugboard/platform";
 * import { Hono } from "hono";
 *
 * const app = new Hono().onError(createErrorHandler(console.error));
 * app.get("/", () => {
 *   throw new Error("reported");
 * });
 * console.log((await app.request("/")).status); // 500
 */
export function createErrorHandler(onError: OnError): ErrorHandler {
  return (error, c) => {
    const problem = toProblem(error);
    if (problem.status >= 500) onError(error, { method: c.req.method, path: c.req.path });
    return problemResponse(problem, error instanceof PlatformError ? error.rateLimit : undefined);
  };
}

const unavailableRetrySeconds = 1;

function problemResponse(problem: Problem, rateLimit?: RateLimitState): Response {
  const { status } = problem;
  const headers = new Headers({ "content-type": "application/problem+json" });
  // The rest of the body stays unread, so the connection cannot be reused.
  if (status === 413 || status === 503) headers.set("connection", "close");
  if (status === 503) headers.set("retry-after", String(unavailableRetrySeconds));
  if (rateLimit !== undefined) addRateLimitHeaders(headers, rateLimit);
  return new Response(JSON.stringify(problem), { status, headers });
}

function createProblem(code: ErrorCode, detail: string, problems?: Problem["problems"]): Problem {
  const { status } = errorCodes[code];
  return {
    type: "about:blank",
    title: titles[status],
    status,
    detail: shorten(detail, maxDetailLength),
    code,
    problems,
  };
}

// Storage error codes are for the operator, not for callers.
function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}

function shorten(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}
