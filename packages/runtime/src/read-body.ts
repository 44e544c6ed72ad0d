import { badEnvelope, tooLarge } from "./envelope/bad-envelope.ts";
import { isExposableError } from "./exposable-error.ts";

/**
 * Reads the whole body of a request, and no more than a limit of bytes.
 *
 * @throws {ExposableError} 413 as soon as the limit is passed; 400 when the body was read before or breaks off.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (request.bodyUsed) throw badEnvelope("its body was already read");
  const declared = request.headers.get("content-length");
  if (Number(declared) > maxBytes) throw tooLarge("The request body", maxBytes);
  try {
    // A declared length is held to by every HTTP server, so the body can be read in one go.
    const whole = declared === null ? new Response(request.body?.pipeThrough(cutOff(maxBytes))) : request;
    return new Uint8Array(await whole.arrayBuffer());
  } catch (error) {
    throw isExposableError(error) ? error : badEnvelope("its body breaks off");
  }
}

function cutOff(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge("The request body", maxBytes);
      controller.enqueue(chunk);
    },
  });
}
