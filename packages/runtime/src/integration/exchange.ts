/** What the runtime reads of a request; every `Request` fits. */
export interface IncomingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  readonly bodyUsed: boolean;
  bytes(): Promise<Uint8Array>;
}

/** A response as a server can write it in one piece: the streams of a `Response` take longer than most events do. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Responds with a value as JSON. */
export function jsonResponse(
  value: unknown,
  status = 200,
  headers: PlainResponse["headers"] = {},
): PlainResponse {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(value) };
}
