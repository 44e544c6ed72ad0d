import { PlatformError } from "../common/platform-error.ts";
import { readJson } from "../documents/read-json.ts";
import { runDocumentTask } from "../documents/run-document-task.ts";
import { countBody, freeBodyBytes } from "./body-budget.ts";

/**
 * Reads a request's body as bytes. `undefined` if there is none.
 *
 * @throws PlatformError `payload_too_large`, `unavailable` if other bodies exhaust the budget, or
 * `invalid_request` if the caller disconnected
 *
 * @example
 * import { readBody } from "@plugboard/platform";
 *
 * const request = new Request("https://docs.example.com", { method: "POST", body: "text" });
 * const body = await readBody(request, 64 * 1024);
 * console.log(body?.byteLength); // 4
 */
export async function readBody(
  request: Request,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const declared = Number(request.headers.get("content-length") ?? Number.NaN);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  try {
    // Small bodies are not counted, and reading them in chunks would take longer than the rest of the
    // request.
    if (declared <= freeBodyBytes) return nonEmpty(new Uint8Array(await request.arrayBuffer()));
    if (request.body === null) return undefined;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      countBody(request, chunk.byteLength);
      chunks.push(chunk);
    }
    return nonEmpty(Buffer.concat(chunks));
  } catch (cause) {
    if (cause instanceof PlatformError) throw cause;
    throw new PlatformError("invalid_request", "The request's body ended too early.", [], { cause });
  }
}

function nonEmpty<Bytes extends Uint8Array>(bytes: Bytes): Bytes | undefined {
  return bytes.byteLength === 0 ? undefined : bytes;
}

/** Creates the error of a body that is too large. */
export function tooLarge(maxBytes: number): PlatformError {
  return new PlatformError("payload_too_large", `The request's body has more than ${maxBytes} bytes.`);
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

// Parsing this many bytes takes at most a few milliseconds.
const maxInlineBytes = 128 * 1024;

/**
 * Reads a request's body as JSON. Returns an empty object if there is no body.
 *
 * @throws PlatformError the errors of {@link readBody}, `unsupported_media_type`, `invalid_request`,
 * `payload_too_large` for more than 40,000 values
 *
 * @example
 * import { readJsonBody } from "@plugboard/platform";
 *
 * const headers = { "content-type": "application/json" };
 * const request = new Request("https://docs.example.com", { method: "POST", headers, body: "[1]" });
 * console.log(await readJsonBody(request, 64 * 1024)); // [1]
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  const bytes = await readBody(request, maxBytes);
  if (bytes === undefined) return {};
  if (!jsonType.test(request.headers.get("content-type") ?? "")) {
    throw new PlatformError(
      "unsupported_media_type",
      "The request's body must be JSON: send it with Content-Type: application/json.",
    );
  }
  return await parseJsonBody(bytes);
}

/** Parses JSON, in another thread if it is large. @throws PlatformError `invalid_request`, `payload_too_large` */
export async function parseJsonBody(bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
  if (bytes.byteLength <= maxInlineBytes) return readJson(bytes);
  // A view into a larger buffer cannot be transferred.
  const owned = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
  return await runDocumentTask("readJson", owned, [owned.buffer]);
}
