import type { AttemptResult, AttemptTimings } from "../model/attempt-result.ts";
import type { Exchange, RequestHeaders, ResponseHeaders } from "./exchange.ts";

/** The facts of an attempt. */
export interface AttemptFacts {
  /** Unix time (ms). */
  readonly startedAt: number;
  /** Unix time (ms). */
  readonly endedAt: number;
  /** Milliseconds. */
  readonly total: number;
  readonly headers: RequestHeaders;
  readonly exchange: Exchange;
  /** The decompressed body, if a response arrived. */
  readonly response?: { readonly body: Uint8Array } | undefined;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Converts an attempt's facts to its log entry. */
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
    typeof retryAfter === "string" ? parseRetryAfter(retryAfter, endedAt) : undefined;
  if (retryAfterMilliseconds !== undefined) result.retryAfterMilliseconds = retryAfterMilliseconds;
  if (response !== undefined && response.body.length > 0) result.responseExcerpt = toExcerpt(response.body);
  return result;
}

/** Replaces values that must not be logged. */
export const redacted = "[redacted]";

// An allowlist, because any other header may contain a key.
const loggedRequestNames: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "content-encoding",
  "content-type",
  "traceparent",
  "user-agent",
  "webhook-id",
  "webhook-timestamp",
]);

/** Returns the headers of a request that can be logged. */
function toLoggedRequestHeaders(headers: RequestHeaders): RequestHeaders {
  const logged: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    logged[name] = loggedRequestNames.has(name) ? (headers[name] ?? "") : redacted;
  }
  return logged;
}

/** Returns the headers of a response that can be logged: multiple values joined, cookies redacted. */
function toLoggedResponseHeaders(headers: ResponseHeaders): RequestHeaders {
  const logged: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    const text = typeof value === "string" ? value : value.join(", ");
    logged[name] = name === "set-cookie" ? redacted : text;
  }
  return logged;
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

/** Rounds to microseconds. */
function round(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}

const deltaSeconds = /^\d+$/;
// The preferred, RFC 850 and asctime forms all start with the name of a day.
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/**
 * Parses a `Retry-After` value: seconds, or an HTTP date (RFC 9110, section 10.2.3). Returns the milliseconds
 * from `now` (Unix time, ms), 0 for a past date, and `undefined` for invalid values.
 */
export function parseRetryAfter(value: string, now: number): number | undefined {
  const text = value.trim();
  if (deltaSeconds.test(text)) return Math.min(Number(text) * 1_000, Number.MAX_SAFE_INTEGER);
  if (!httpDate.test(text)) return undefined;
  // The asctime form has no time zone and is in UTC like the others.
  const date = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const maxExcerptCharacters = 2_048;
// A UTF-16 unit takes at most three bytes of UTF-8, and so does a truncated character at the end.
const maxExcerptBytes = 3 * maxExcerptCharacters + 3;

/**
 * Returns the start of a body as readable text. Invalid UTF-8 and NUL, which some databases can't store,
 * become U+FFFD.
 */
export function toExcerpt(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, maxExcerptBytes));
  return start.toString("utf8").slice(0, maxExcerptCharacters).toWellFormed().replaceAll("\u0000", "\uFFFD");
}
