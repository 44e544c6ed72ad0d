import { ExposableError } from "./exposable-error.ts";

/**
 * Reads the whole body of a request, and no more than a limit of bytes.
 *
 * @throws {ExposableError} 413 as soon as the limit is passed; 400 when the body was read before or breaks off.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (request.bodyUsed)
    throw new ExposableError("The body of the request was already read", 400, "bad_envelope");
  const declared = request.headers.get("content-length");
  if (Number(declared) > maxBytes) throw tooLarge(maxBytes);
  // A declared length is held to by every HTTP server, so the body can be read in one go.
  const body = declared === null ? await collect(request, maxBytes) : await readWhole(request);
  if (body.length > maxBytes) throw tooLarge(maxBytes);
  return body;
}

async function readWhole(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch {
    throw brokenOff();
  }
}

async function collect(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readChunks(request)) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  const body = new Uint8Array(size);
  let position = 0;
  for (const chunk of chunks) {
    body.set(chunk, position);
    position += chunk.length;
  }
  return body;
}

async function* readChunks({ body }: Request): AsyncGenerator<Uint8Array, void> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw brokenOff();
      });
      if (done) return;
      yield value;
    }
  } finally {
    // Tells the sender to stop when the limit was passed; after the end it does nothing.
    await reader.cancel().catch(() => undefined);
  }
}

function tooLarge(maxBytes: number): ExposableError {
  return new ExposableError(`The request body is larger than ${maxBytes} bytes`, 413, "too_large");
}

function brokenOff(): ExposableError {
  return new ExposableError("The request body breaks off before its end", 400, "bad_envelope");
}
