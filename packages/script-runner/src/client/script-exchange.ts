import type { AttemptErrorCode, AttemptResult } from "@plugboard/webhook-delivery";
import type { ScriptRunnerErrorCode } from "../model/script-runner-error.ts";
import type { ReceivedResponse } from "./send-request.ts";

/** The body of a request to a script. */
export interface ScriptEnvelope {
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** The bounds of one request. */
export interface ScriptRequestOptions {
  /** For everything from the start of the script to the last byte of its response. */
  readonly timeoutMilliseconds: number;
  readonly maxResponseBytes: number;
  /** Ends the request with the error code `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** A script's whole response. */
export interface ScriptResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** What a request led to. */
export interface ScriptExchange {
  /** For the attempt log. It has an error code when no response arrived, or not all of it. */
  readonly result: AttemptResult;
  /** Absent when bytes of it are missing, be it that it has more than `maxResponseBytes`. */
  readonly response?: ScriptResponse | undefined;
}

/** A request, for what is said of it afterwards. */
export interface AskedRequest {
  readonly startedAt: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly elapsed: () => number;
}

/** What each error is in the log of attempts. */
export const attemptErrorCodes: Readonly<Record<ScriptRunnerErrorCode, AttemptErrorCode>> = {
  script_refused: "connection_refused",
  script_stopped: "connection_reset",
  script_unavailable: "connection_refused",
  script_unknown: "connection_refused",
  runner_unavailable: "connection_failed",
  // Our own side ended it: the delivery engine sends it again at once, and holds it against nobody.
  runner_lost: "aborted",
  wrong_hash: "invalid_request",
  invalid_option: "connection_failed",
  runner_closed: "aborted",
};

const maxExcerptCharacters = 1_024;

/** What a request led to that got no response. */
export function failedExchange(
  { startedAt, headers, elapsed }: AskedRequest,
  errorCode: AttemptErrorCode,
  errorMessage: string,
): ScriptExchange {
  const requestHeaders = redactSignature(headers);
  return { result: { startedAt, errorCode, errorMessage, requestHeaders, timings: { total: elapsed() } } };
}

/** What a request led to that got one. */
export function toExchange(
  { startedAt, headers, elapsed }: AskedRequest,
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
