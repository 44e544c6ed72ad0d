/** The parts of a request that the runtime reads; every `Request` fits. */
export interface IncomingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  readonly bodyUsed: boolean;
  bytes(): Promise<Uint8Array>;
}

/**
 * A response that a server can write in one piece. Streaming a `Response` takes longer than handling most
 * events.
 */
export interface PlainResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns a JSON response. */
export function jsonResponse(
  value: unknown,
  status = 200,
  headers: PlainResponse["headers"] = {},
): PlainResponse {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(value) };
}
