import { defaultToleranceSeconds, SignatureError, verify } from "@plugboard/webhook-signer";
import { ExposableError } from "./exposable-error.ts";
import type { IntegrationEnv } from "./host.ts";

/** What a signature is checked with. */
export interface RequestTrust {
  readonly env: IntegrationEnv;
  /** The current time in Unix seconds. */
  readonly now: number;
  /** How far the time of the signature may be from now, in seconds. */
  readonly toleranceSeconds: number | undefined;
}

/**
 * Checks that the platform signed a request: `X-Service-Signature` over the raw body, with one of the secrets in
 * `PLUGBOARD_SIGNING_SECRET`. A `GET` is signed over the empty body.
 *
 * @throws {ExposableError} 401 that says why, also when there is no secret to check with.
 */
export async function verifyRequest(request: Request, body: Uint8Array, trust: RequestTrust): Promise<void> {
  const { env, now, toleranceSeconds = defaultToleranceSeconds } = trust;
  const secret = (env.PLUGBOARD_SIGNING_SECRET ?? "")
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text !== "");
  if (secret.length === 0) {
    throw unauthorized("The integration has no PLUGBOARD_SIGNING_SECRET, so it cannot tell who is calling");
  }
  try {
    await verify({ secret, header: request.headers.get("x-service-signature"), body, now, toleranceSeconds });
  } catch (error) {
    throw error instanceof SignatureError ? unauthorized(error.message) : error;
  }
}

function unauthorized(message: string): ExposableError {
  return new ExposableError(message, 401, "unauthorized");
}
