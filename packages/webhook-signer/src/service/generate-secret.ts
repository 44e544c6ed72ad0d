import { encodeBase64 } from "../signature/bytes.ts";

const secretBytes = 32;

/**
 * Generates a signing secret: `whsec_` and the base64 of 32 random bytes.
 *
 * Standard Webhooks uses the same prefix for symmetric secrets, so one secret works for both signatures.
 *
 * @example
 * ```ts
 * import { generateSecret } from "@plugboard/webhook-signer";
 *
 * const endpoint = { url: "https://example.com/hook", secret: generateSecret() };
 * console.log(endpoint.secret.startsWith("whsec_"));
 * ```
 */
export function generateSecret(): string {
  return `whsec_${encodeBase64(crypto.getRandomValues(new Uint8Array(secretBytes)))}`;
}
