import type { Dispatcher } from "undici";
import { ScriptRunnerError, type ScriptRunnerErrorCode } from "../model/script-runner-error.ts";
import { errorHeader, runnerPaths } from "../protocol/runner-protocol.ts";

export interface SentRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  readonly signal: AbortSignal;
  readonly maxResponseBytes: number;
}

/** A script's response, truncated if it is too large. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  readonly isWhole: boolean;
}

/**
 * Sends a request to a script over the runner's socket. The error code is `script_unknown` if the script was
 * not announced or is retired.
 *
 * @throws {ScriptRunnerError} the runner's error
 */
export async function sendRequest(
  http: Dispatcher,
  key: string,
  { headers, body, signal, maxResponseBytes }: SentRequest,
): Promise<ReceivedResponse | "script_unknown"> {
  const method = body === null ? "GET" : "POST";
  const response = await http.request({ method, path: runnerPaths.envelope(key), headers, body, signal });
  const isSmall = Number(response.headers["content-length"] ?? Number.NaN) <= maxResponseBytes;
  const received = isSmall
    ? { body: await response.body.bytes(), isWhole: true }
    : await readBody(response.body, maxResponseBytes);
  // Only the runner sets this header; it removes it from the responses of scripts.
  const code = response.headers[errorHeader];
  if (code === "script_unknown") return code;
  if (code !== undefined) {
    throw new ScriptRunnerError(code as ScriptRunnerErrorCode, new TextDecoder().decode(received.body));
  }
  return { status: response.statusCode, headers: toHeaders(response.headers), ...received };
}

async function readBody(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ readonly body: Uint8Array; readonly isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    // Leaving the loop closes the connection, which aborts the request in the script too.
    if (bytes > maxBytes) return { body: Buffer.concat(chunks, maxBytes), isWhole: false };
  }
  return { body: Buffer.concat(chunks, bytes), isWhole: true };
}

// Headers of the connection to the runner, which aren't part of the script's response.
const connectionHeaders = new Set(["connection", "keep-alive", "transfer-encoding"]);

function toHeaders(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(received)) {
    if (connectionHeaders.has(name)) continue;
    for (const value of [values ?? []].flat()) headers.append(name, value);
  }
  return headers;
}
