import { PlatformError } from "../common/platform-error.ts";

/** A request's body as it was sent; `undefined` when there is none. @throws PlatformError `payload_too_large` */
export async function readBody(
  request: Request,
  maximumBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (request.body === null) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > maximumBytes) {
      throw new PlatformError("payload_too_large", `The request's body has more than ${maximumBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  return size === 0 ? undefined : Buffer.concat(chunks);
}
