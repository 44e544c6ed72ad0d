import type { IntegrationTypes } from "@plugboard/api";
import { defaultEnvelopeLimits } from "./envelope/envelope-limits.ts";
import { IntegrationError } from "./integration-error.ts";
import { allowUnsignedRequests, type IntegrationDefinition } from "./integration-definition.ts";
import { readBody } from "./read-body.ts";
import { type RequestTrust, verifyRequest } from "./verify-request.ts";

/** What a definition says about the requests that are let in. */
type Entrance<Types extends IntegrationTypes> = Pick<
  IntegrationDefinition<Types>,
  "limits" | "toleranceSeconds" | typeof allowUnsignedRequests
>;

/**
 * Reads the body of a request that the platform signed: version, size, signature, in this order.
 *
 * @throws {IntegrationError} 400, 401 or 413
 */
export async function receiveBody<Types extends IntegrationTypes>(
  { limits, toleranceSeconds = 300, [allowUnsignedRequests]: isOpen }: Entrance<Types>,
  request: Request,
  trust: Omit<RequestTrust, "toleranceSeconds">,
): Promise<Uint8Array<ArrayBuffer>> {
  const { pathname } = new URL(request.url);
  // The version is the last segment: what stands before it is where the integration is hosted.
  if (!pathname.endsWith("/v1")) {
    const message = `${pathname} ends in no version of the envelope: send it to /v1`;
    throw new IntegrationError(message, 400, "unsupported_version");
  }
  const { maxEnvelopeBytes } = { ...defaultEnvelopeLimits, ...limits };
  const body = await readBody(request, maxEnvelopeBytes);
  if (isOpen !== true) await verifyRequest(request, body, { ...trust, toleranceSeconds });
  return body;
}
