import { base64url } from "jose";

/** Random text of 256 bits, as wide as a PKCE verifier may need to be. */
export function randomText(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
}
