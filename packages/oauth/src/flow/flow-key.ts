import type { OAuthConfig } from "../settings/oauth-config.ts";

const encoder = new TextEncoder();

/**
 * Derives the key that encrypts flows in flight, with HKDF-SHA-256 (RFC 5869), so that the secret itself is
 * never used as an encryption key.
 */
export async function flowKey(config: Pick<OAuthConfig, "clientSecret" | "stateKey">): Promise<Uint8Array> {
  const secret = encoder.encode(config.stateKey ?? config.clientSecret);
  const material = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  const parameters = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(),
    info: encoder.encode("plugboard oauth flow"),
  };
  return new Uint8Array(await crypto.subtle.deriveBits(parameters, material, 256));
}
