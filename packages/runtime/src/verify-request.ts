import { findSignatureFault } from "@plugboard/webhook-signer/check";
import { IntegrationError } from "./integration-error.ts";
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
 * @throws {IntegrationError} 401 that says why, also when there is no secret to check with.
 */
export async function verifyRequest(
  { headers }: Request,
  body: Uint8Array<ArrayBuffer>,
  { env, ...age }: RequestTrust,
): Promise<void> {
  const secrets = env.PLUGBOARD_SIGNING_SECRET?.split(",").map((secret) => secret.trim()) ?? [];
  const header = headers.get("x-service-signature");
  const fault = await findSignatureFault({ secrets, header, body, ...age });
  if (fault === undefined) return;
  throw new IntegrationError(`Not verified with PLUGBOARD_SIGNING_SECRET: ${fault}`, 401, "unauthorized");
}
