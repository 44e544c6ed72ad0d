import { base64url } from "jose";

/** Returns 256 random bits as text, enough for a PKCE verifier. */
export function randomText(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
}
