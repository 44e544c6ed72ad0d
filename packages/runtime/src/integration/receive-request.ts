import { serviceScheme, verifySignature } from "@plugboard/webhook-signer/schemes";
import type { IntegrationTypes } from "@plugboard/api";
import { defaultEnvelopeLimits } from "../envelope/envelope.ts";
import { checkSize, malformed } from "../envelope/envelope-error.ts";
import type { IntegrationEnv } from "./host.ts";
import type { IncomingRequest } from "./exchange.ts";
import { allowUnsignedRequests, type IntegrationDefinition } from "./integration-definition.ts";
import { IntegrationError } from "../errors/integration-error.ts";

/**
 * Reads the body of a request signed by the platform. Checks version, size and signature, in this order. A
 * `GET` is signed over the empty body.
 *
 * @param now the current time in Unix seconds
 * @throws {IntegrationError} 400 for an unsupported version, 401 if the signature is invalid or no secret is
 * configured
 * @throws {EnvelopeError} if the body is too large or incomplete
 */
export async function receiveRequest<Types extends IntegrationTypes>(
  { limits, toleranceSeconds, [allowUnsignedRequests]: isOpen }: IntegrationDefinition<Types>,
  request: IncomingRequest,
  { PLUGBOARD_SIGNING_SECRET = "" }: IntegrationEnv,
  now: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const { headers, url } = request;
  const { pathname } = new URL(url);
  // The version is the last segment; the path before it depends on the host.
  if (!pathname.endsWith("/v1"))
    throw new IntegrationError(`${pathname} does not end in /v1`, 400, "unsupported_version");
  const body = await readBody(request, limits?.maxEnvelopeBytes ?? defaultEnvelopeLimits.maxEnvelopeBytes);
  if (isOpen) return body;
  const keys = PLUGBOARD_SIGNING_SECRET.split(",").map((secret) => secret.trim());
  const checked = verifySignature({ scheme: serviceScheme, keys, headers, body, toleranceSeconds, now });
  // Any failure of the check rejects the request.
  await checked.catch(({ message }: Error) => {
    throw new IntegrationError(`PLUGBOARD_SIGNING_SECRET: ${message}`, 401, "unauthorized");
  });
  return body;
}

/** Reads the whole body of a request, up to the limit in bytes. */
async function readBody(request: IncomingRequest, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const declared = request.headers.get("content-length");
  let size = Number(declared);
  const checkBody = (): void => checkSize("The body", size, maxBytes);
  const count = (chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void => {
    size += chunk.length;
    checkBody();
    controller.enqueue(chunk);
  };
  checkBody();
  try {
    // HTTP servers enforce a declared length, so the body can be read in one call. No runtime shares the memory
    // of a body between threads.
    if (declared !== null || request.bodyUsed) return (await request.bytes()) as Uint8Array<ArrayBuffer>;
    const counted = request.body?.pipeThrough(new TransformStream({ transform: count }));
    // Some servers replace the global Response with a lighter one that has no `bytes`.
    return new Uint8Array(await new Response(counted).arrayBuffer());
  } catch {
    checkBody();
    return malformed("its body is incomplete or was read");
  }
}
