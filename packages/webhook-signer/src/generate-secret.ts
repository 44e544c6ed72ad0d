import { encodeBase64 } from "./base64.ts";

const secretBytes = 32;

/**
 * Makes a new signing secret: `whsec_` and the base64 of 32 random bytes.
 *
 * The prefix is the one Standard Webhooks gives to symmetric secrets, so that the same secret signs both ways.
 */
export function generateSecret(): string {
  return `whsec_${encodeBase64(crypto.getRandomValues(new Uint8Array(secretBytes)))}`;
}
