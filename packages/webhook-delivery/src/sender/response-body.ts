import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";

/** A response's body. */
export interface ResponseBody {
  readonly bytes: Uint8Array;
  /** False if the body exceeded the limit, was cut off, or failed to decompress. */
  readonly isComplete: boolean;
}

type CreateDecoder = (bytes: Uint8Array) => Transform;

const decoders: ReadonlyMap<string, CreateDecoder> = new Map<string, CreateDecoder>([
  ["gzip", () => createGunzip()],
  ["x-gzip", () => createGunzip()],
  ["br", () => createBrotliDecompress()],
  // Some servers send raw deflate data under this name, without the required zlib header.
  ["deflate", (bytes) => (hasZlibHeader(bytes) ? createInflate() : createInflateRaw())],
]);

/** Servers use one coding, rarely two. More is an attempt to waste CPU. */
const maxCodings = 3;

/**
 * Decodes a body's content codings, up to `maxBytes` of output each, which bounds the cost of decompression
 * bombs. Codings other than gzip, deflate and br are left as they are.
 *
 * Source: RFC 9110, section 8.4.
 */
export async function decodeBody(
  body: ResponseBody,
  contentEncoding: string,
  maxBytes: number,
): Promise<ResponseBody> {
  // Codings are listed in the order they were applied.
  const codings = contentEncoding.toLowerCase().split(",").toReversed();
  let decoded = body;
  for (const coding of codings.slice(0, maxCodings)) {
    const createDecoder = decoders.get(coding.trim());
    if (createDecoder === undefined || decoded.bytes.length === 0) break;
    decoded = await decompress(decoded, createDecoder(decoded.bytes), maxBytes);
  }
  return decoded;
}

async function decompress(body: ResponseBody, decoder: Transform, maxBytes: number): Promise<ResponseBody> {
  const chunks: Uint8Array[] = [];
  const output: AsyncIterable<Uint8Array> = decoder;
  let room = maxBytes;
  decoder.end(body.bytes);
  try {
    for await (const chunk of output) {
      chunks.push(chunk.subarray(0, room));
      room -= chunk.length;
      // Leaving the loop destroys the decoder and stops its work.
      if (room < 0) return { bytes: Buffer.concat(chunks), isComplete: false };
    }
    return { bytes: Buffer.concat(chunks), isComplete: body.isComplete };
  } catch {
    return { bytes: Buffer.concat(chunks), isComplete: false };
  }
}

/** RFC 1950, section 2.2: compression method 8 in the first byte, and both bytes a multiple of 31. */
function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
