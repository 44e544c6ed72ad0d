import { AttemptError } from "./attempt-error.ts";
import type { ResponseHeaders } from "./attempt-headers.ts";
import type { AttemptResult } from "../model/attempt-result.ts";
import { endAttemptSpan, startAttemptSpan } from "./attempt-span.ts";
import { performExchange, type Transport } from "./exchange.ts";
import type { Exchange } from "./exchange-handler.ts";
import { decodeBody } from "./response-body.ts";
import type { TargetUrl } from "./target-url.ts";
import { toAttemptResult } from "./to-attempt-result.ts";

export interface AttemptRequest {
  readonly url: string;
  /** Posted; a request without one is a GET. */
  readonly body?: string | Uint8Array;
  /** Makes the request's headers when the attempt starts (milliseconds since the epoch). */
  readonly makeHeaders: (startedAt: number) => Promise<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** What attempts share. */
export interface AttemptTransport extends Transport {
  readonly targetOf: (url: string) => TargetUrl;
}

/** A response with what an attempt log leaves out of it. */
export interface PostResponse {
  readonly status: number;
  /** All of them, cookies included. */
  readonly headers: ResponseHeaders;
  /** The body, decompressed. */
  readonly body: Uint8Array;
  /** False when bytes of the body are missing: it passed the limit, broke off, or did not decompress. */
  readonly isComplete: boolean;
}

/** What an attempt led to, and its response when one arrived. */
export interface PostedAttempt {
  readonly result: AttemptResult;
  readonly response?: PostResponse;
}

/** Makes one HTTP request. An `AttemptError` of `makeHeaders` ends up in the result like any other failure. */
export async function performAttempt(
  transport: AttemptTransport,
  now: () => number,
  { url, body, makeHeaders, signal }: AttemptRequest,
): Promise<PostedAttempt> {
  const startedAt = now();
  const start = performance.now();
  let headers: Record<string, string> = {};
  try {
    const target = transport.targetOf(url);
    headers = await makeHeaders(startedAt);
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    const method = bytes === undefined ? "GET" : "POST";
    const span = startAttemptSpan(method, target);
    const exchange = await performExchange(transport, { method, target, headers, body: bytes, signal });
    const raw = toRawResponse(exchange);
    // Awaited only where there is something to decode: most responses are not compressed.
    const response = isEncoded(raw) ? await decodeResponse(raw, transport.maxResponseBytes) : raw;
    const total = performance.now() - start;
    const result = toAttemptResult({ startedAt, total, headers, exchange, response, endedAt: now() });
    endAttemptSpan(span, result);
    return response === undefined ? { result } : { result, response };
  } catch (error) {
    if (!(error instanceof AttemptError)) throw error;
    const exchange: Exchange = { headers: {}, chunks: [], isTruncated: false, error };
    const total = performance.now() - start;
    return { result: toAttemptResult({ startedAt, total, headers, exchange, endedAt: now() }) };
  }
}

function toRawResponse({ status, headers, chunks, isTruncated, error }: Exchange): PostResponse | undefined {
  if (status === undefined) return undefined;
  const body = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
  return { status, headers, body, isComplete: !isTruncated && error === undefined };
}

function isEncoded(response: PostResponse | undefined): response is PostResponse {
  return response?.headers["content-encoding"] !== undefined;
}

async function decodeResponse(response: PostResponse, maxBytes: number): Promise<PostResponse> {
  const { headers, body, isComplete } = response;
  const decoded = await decodeBody(
    { bytes: body, isComplete },
    String(headers["content-encoding"]),
    maxBytes,
  );
  return { ...response, body: decoded.bytes, isComplete: decoded.isComplete };
}
