import type { IntegrationTypes } from "@plugboard/api";
import { decodeEnvelope } from "./envelope/decode-envelope.ts";
import type { Envelope } from "./envelope/envelope.ts";
import { defaultEnvelopeLimits } from "./envelope/envelope-limits.ts";
import { ExposableError } from "./exposable-error.ts";
import { allowUnsignedRequests, type IntegrationDefinition } from "./integration-definition.ts";
import { readBody } from "./read-body.ts";
import { type RequestTrust, verifyRequest } from "./verify-request.ts";

type Definition<Types extends IntegrationTypes> = Pick<
  IntegrationDefinition<Types>,
  "limits" | typeof allowUnsignedRequests
>;

const supportedVersions: readonly string[] = ["v1"];

/**
 * Reads an envelope from a request: version, size, signature, shape, in this order. Nothing of the body is looked at
 * before its signature.
 *
 * @throws {ExposableError} 400, 401 or 413
 */
export async function receiveEnvelope<Types extends IntegrationTypes>(
  definition: Definition<Types>,
  request: Request,
  trust: RequestTrust,
): Promise<Envelope<Types>> {
  // Read first: Bun forgets the type of a FormData body once the body was read.
  const contentType = request.headers.get("content-type");
  const body = await receiveBody(definition, request, trust);
  return decodeEnvelope<Types>(body, contentType, definition.limits);
}

/**
 * Reads the body of a request that the platform signed.
 *
 * @throws {ExposableError} 400, 401 or 413
 */
export async function receiveBody<Types extends IntegrationTypes>(
  { limits, [allowUnsignedRequests]: isOpen }: Definition<Types>,
  request: Request,
  trust: RequestTrust,
): Promise<Uint8Array<ArrayBuffer>> {
  checkVersion(request.url);
  const { maxEnvelopeBytes } = { ...defaultEnvelopeLimits, ...limits };
  const body = await readBody(request, maxEnvelopeBytes);
  if (isOpen !== true) await verifyRequest(request, body, trust);
  return body;
}

// The version is the last segment: what stands before it is where the integration is hosted.
function checkVersion(url: string): void {
  const version = new URL(url).pathname.split("/").at(-1) ?? "";
  if (supportedVersions.includes(version)) return;
  const message = `The path ends in "${version}", which is no version of the envelope; send it to /${supportedVersions.join(" or /")}`;
  throw new ExposableError(message, 400, "unsupported_version");
}
