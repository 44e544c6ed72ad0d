import type { AttemptErrorCode, AttemptResult } from "@plugboard/webhook-delivery";
import type { ScriptRunnerErrorCode } from "../model/script-runner-error.ts";
import type { ReceivedResponse } from "./send-request.ts";

/** The body of a request to a script. */
export interface ScriptEnvelope {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** The limits of one request. */
export interface ScriptRequestOptions {
  /** The timeout from the start of the script to the last byte of its response. */
  readonly timeoutMilliseconds: number;
  readonly maxResponseBytes: number;
  /** Aborts the request with the error code `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** The complete response of a script. */
export interface ScriptResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** The outcome of a request. */
export interface ScriptExchange {
  /** The result for the attempt log. It has an error code if the response is missing or incomplete. */
  readonly result: AttemptResult;
  /** `undefined` if the response is missing, incomplete or larger than `maxResponseBytes`. */
  readonly response?: ScriptResponse | undefined;
}

/** The request data recorded with its outcome. */
export interface RequestRecord {
  readonly startedAt: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly elapsed: () => number;
}

/** The code of each error in the attempt log. */
export const attemptErrorCodes: Readonly<Record<ScriptRunnerErrorCode, AttemptErrorCode>> = {
  script_refused: "connection_refused",
  script_stopped: "connection_reset",
  script_unavailable: "connection_refused",
  script_unknown: "connection_refused",
  runner_unavailable: "connection_failed",
  // Our own failure: the delivery engine resends the request immediately, and no endpoint is blamed.
  runner_lost: "aborted",
  wrong_hash: "invalid_request",
  invalid_option: "connection_failed",
  runner_closed: "aborted",
};

const maxExcerptCharacters = 1_024;

/** Returns the outcome of a request without a response. */
export function failedExchange(
  { startedAt, headers, elapsed }: RequestRecord,
  errorCode: AttemptErrorCode,
  errorMessage: string,
): ScriptExchange {
  const requestHeaders = redactSignature(headers);
  return { result: { startedAt, errorCode, errorMessage, requestHeaders, timings: { total: elapsed() } } };
}

/** Returns the outcome of a request with a response. */
export function toExchange(
  { startedAt, headers, elapsed }: RequestRecord,
  { isWhole, ...response }: ReceivedResponse,
): ScriptExchange {
  const responseHeaders = Object.fromEntries(
    [...response.headers].map(([name, value]) => [name, name === "set-cookie" ? redacted : value]),
  );
  const text = new TextDecoder()
    .decode(response.body.subarray(0, maxExcerptCharacters))
    .replaceAll("\0", "\u{fffd}");
  const result: AttemptResult = {
    startedAt,
    status: response.status,
    requestHeaders: redactSignature(headers),
    responseHeaders,
    ...(text !== "" && { responseExcerpt: text }),
    timings: { total: elapsed() },
  };
  return isWhole ? { result, response } : { result };
}

const redacted = "[redacted]";

function redactSignature(headers: Readonly<Record<string, string>>): Record<string, string> {
  return { ...headers, "x-service-signature": redacted };
}
