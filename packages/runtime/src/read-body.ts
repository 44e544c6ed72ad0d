import { badEnvelope } from "./envelope/bad-envelope.ts";
import { checkSize } from "./envelope/check-size.ts";

/**
 * Reads the whole body of a request, and no more than a limit of bytes.
 *
 * @throws {IntegrationError} 413 as soon as the limit is passed; 400 when the body was read before or breaks off.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (request.bodyUsed) badEnvelope("its body was already read");
  const declared = request.headers.get("content-length");
  let size = Number(declared);
  const checkBody = (): void => checkSize("The request body", size, maxBytes);
  const count = (chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void => {
    size += chunk.length;
    checkBody();
    controller.enqueue(chunk);
  };
  checkBody();
  try {
    // A declared length is held to by every HTTP server, so the body can be read in one go.
    const whole =
      declared === null
        ? new Response(request.body?.pipeThrough(new TransformStream({ transform: count })))
        : request;
    return new Uint8Array(await whole.arrayBuffer());
  } catch {
    checkBody();
    return badEnvelope("its body breaks off");
  }
}
