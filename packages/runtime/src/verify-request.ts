import { SignatureError, verify } from "@plugboard/webhook-signer";
import { ExposableError } from "./exposable-error.ts";
import type { IntegrationEnv } from "./host.ts";

/** What a signature is checked with. */
export interface RequestTrust {
  readonly env: IntegrationEnv;
  /** The current time in Unix seconds. */
  readonly now: number;
  /** How far the time of the signature may be from now, in seconds. */
  readonly toleranceSeconds: number;
}

/**
 * Checks that the platform signed a request: `X-Service-Signature` over the raw body, with one of the secrets in
 * `PLUGBOARD_SIGNING_SECRET`. A `GET` is signed over the empty body.
 *
 * @throws {ExposableError} 401 that says why, also when there is no secret to check with.
 */
export async function verifyRequest(
  { headers }: Request,
  body: Uint8Array,
  { env, ...age }: RequestTrust,
): Promise<void> {
  const secret = (env.PLUGBOARD_SIGNING_SECRET ?? "")
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text !== "");
  if (secret.length === 0) throw unauthorized("PLUGBOARD_SIGNING_SECRET is not set");
  try {
    await verify({ secret, header: headers.get("x-service-signature"), body, ...age });
  } catch (error) {
    throw error instanceof SignatureError ? unauthorized(error.message) : error;
  }
}

function unauthorized(why: string): ExposableError {
  return new ExposableError(`Not verified: ${why}`, 401, "unauthorized");
}
