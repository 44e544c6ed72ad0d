import type { AttemptResult, AttemptTimings } from "../model/attempt-result.ts";
import type { Exchange, RequestHeaders, ResponseHeaders } from "./exchange.ts";

/** All that an attempt brought to light. */
export interface AttemptFacts {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds since 1970. */
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
    typeof retryAfter === "string" ? parseRetryAfter(retryAfter, endedAt) : undefined;
  if (retryAfterMilliseconds !== undefined) result.retryAfterMilliseconds = retryAfterMilliseconds;
  if (response !== undefined && response.body.length > 0) result.responseExcerpt = toExcerpt(response.body);
  return result;
}

/** Takes the place of a value that an attempt log must not hold. */
const redacted = "[redacted]";

// Any other header may carry a key, so the list is of what is known to be harmless.
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

/** The headers of a request as an attempt log may hold them. */
function toLoggedRequestHeaders(headers: RequestHeaders): RequestHeaders {
  const logged: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    logged[name] = loggedRequestNames.has(name) ? (headers[name] ?? "") : redacted;
  }
  return logged;
}

/** The headers of a response as an attempt log may hold them: several values joined, cookies left out. */
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

/** To microseconds: more digits would only be noise in the log. */
function round(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}

const deltaSeconds = /^\d+$/;
// The preferred form, the RFC 850 form and the asctime form all start with the name of a day.
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/**
 * Reads a `Retry-After` value: seconds, or an HTTP date (RFC 9110, section 10.2.3). Returns the milliseconds from `now`
 * (milliseconds since 1970), 0 for a date that has passed, and `undefined` for anything that is neither.
 */
export function parseRetryAfter(value: string, now: number): number | undefined {
  const text = value.trim();
  if (deltaSeconds.test(text)) return Math.min(Number(text) * 1_000, Number.MAX_SAFE_INTEGER);
  if (!httpDate.test(text)) return undefined;
  // The asctime form carries no zone, and is in UTC like the others.
  const date = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const maxExcerptCharacters = 2_048;
// No UTF-16 unit takes more than three bytes of UTF-8, and a character cut in two at the end at most three.
const maxExcerptBytes = 3 * maxExcerptCharacters + 3;

/**
 * The start of a body as text, for people to read. Bytes that are not UTF-8, and NUL, which some databases cannot keep in
 * text, become U+FFFD.
 */
export function toExcerpt(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, maxExcerptBytes));
  return start.toString("utf8").slice(0, maxExcerptCharacters).toWellFormed().replaceAll("\u0000", "\uFFFD");
}
