import { PlatformError } from "../common/platform-error.ts";
import { readJson } from "../documents/read-json.ts";
import { runDocumentTask } from "../documents/run-document-task.ts";
import { countBody, freeBodyBytes } from "./body-budget.ts";

/**
 * A request's body as it was sent; `undefined` when there is none.
 *
 * @throws PlatformError `payload_too_large`, `unavailable` when other bodies take all the room, or `invalid_request` when the
 * caller went away before its end
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
    // Nothing is to be counted of a small body, and reading it in chunks takes longer than all else of its request.
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

function tooLarge(maxBytes: number): PlatformError {
  return new PlatformError("payload_too_large", `The request's body has more than ${maxBytes} bytes.`);
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

// Parsing this many bytes takes at most a few milliseconds.
const maxInlineBytes = 128 * 1024;

/**
 * The JSON of a request's body; an empty object when there is no body.
 *
 * @throws PlatformError as {@link readBody} does, `unsupported_media_type`, `invalid_request`, `payload_too_large` when it has more than
 * 40,000 values
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
  if (bytes.byteLength <= maxInlineBytes) return readJson(bytes);
  // A chunk of a larger buffer cannot be given away.
  const owned = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
  return await runDocumentTask("readJson", owned, [owned.buffer]);
}
