import { fromRetryAfter } from "../policy/retry-after.ts";
import { type RequestHeaders, toLoggedRequestHeaders, toLoggedResponseHeaders } from "./attempt-headers.ts";
import type { AttemptResult, AttemptTimings } from "../model/attempt-result.ts";
import type { Exchange } from "./exchange-handler.ts";
import { toExcerpt } from "./response-excerpt.ts";

/** All that an attempt brought to light. */
export interface AttemptFacts {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Milliseconds since the epoch. */
  readonly endedAt: number;
  /** Milliseconds. */
  readonly total: number;
  readonly headers: RequestHeaders;
  readonly exchange: Exchange;
  /** The decompressed body, when a response arrived. */
  readonly response?: { readonly body: Uint8Array } | undefined;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Makes the entry of the attempt log. */
export function toAttemptResult(facts: AttemptFacts): AttemptResult {
  const { startedAt, endedAt, headers, exchange, response } = facts;
  const requestHeaders = toLoggedRequestHeaders(headers);
  const result: Writable<AttemptResult> = { startedAt, requestHeaders, timings: toTimings(facts) };
  if (exchange.error !== undefined) {
    result.errorCode = exchange.error.code;
    result.errorMessage = exchange.error.message;
  }
  if (exchange.status === undefined) return result;

  result.status = exchange.status;
  result.responseHeaders = toLoggedResponseHeaders(exchange.headers);
  const retryAfter = exchange.headers["retry-after"];
  const retryAfterMilliseconds =
    typeof retryAfter === "string" ? fromRetryAfter(retryAfter, endedAt) : undefined;
  if (retryAfterMilliseconds !== undefined) result.retryAfterMilliseconds = retryAfterMilliseconds;
  if (response !== undefined && response.body.length > 0) result.responseExcerpt = toExcerpt(response.body);
  return result;
}

function toTimings({ total, exchange }: AttemptFacts): AttemptTimings {
  const timings: Writable<AttemptTimings> = { total: round(total) };
  const { dns, connect, tls } = exchange.connectTimings ?? {};
  if (dns !== undefined) timings.dns = round(dns);
  if (connect !== undefined) timings.connect = round(connect);
  if (tls !== undefined) timings.tls = round(tls);
  if (exchange.firstByteMilliseconds !== undefined) timings.firstByte = round(exchange.firstByteMilliseconds);
  return timings;
}

/** To microseconds: more digits would only be noise in the log. */
function round(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}
