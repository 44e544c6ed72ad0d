import { exportJWK, generateKeyPair, type JWK } from "jose";
import * as z from "zod";

/** A key that tokens are, or were, signed with. A retired one has lost its private part. */
export interface TokenKey extends JWK {
  readonly kid: string;
  /** Milliseconds since 1970; absent for the key that signs. */
  readonly retiredAt?: number;
}

/** What tokens are signed with: EdDSA. */
export const tokenAlgorithm = "EdDSA";

/** How long a token lives. */
export const tokenLifetimeSeconds = 3600;

/** Servers read the keys anew at least this often, so one may still sign with a key that another has just retired. */
export const keysFreshMilliseconds: number = 10_000;

// Beside that, the clocks of several servers differ.
const retiredMilliseconds = (tokenLifetimeSeconds + 60) * 1000 + keysFreshMilliseconds;

const keysSchema: z.ZodType<readonly TokenKey[]> = z.array(
  z.looseObject({ kty: z.string(), kid: z.string(), retiredAt: z.number().exactOptional() }),
);

/** The stored keys, the one that signs first. */
export function parseTokenKeys(text: string): readonly TokenKey[] {
  return keysSchema.parse(JSON.parse(text));
}

/** Makes a key to sign with. */
export async function createTokenKey(): Promise<TokenKey> {
  const { privateKey } = await generateKeyPair(tokenAlgorithm, { extractable: true });
  const key = await exportJWK(privateKey);
  return { ...key, kid: crypto.randomUUID(), alg: tokenAlgorithm, use: "sig" };
}

/** Lets a new key sign. Those before it stay until the last token they signed has expired. */
export function rotateTokenKeys(keys: readonly TokenKey[], next: TokenKey, now: number): readonly TokenKey[] {
  const retired = keys.map((key) => ({ ...toPublicKey(key), kid: key.kid, retiredAt: key.retiredAt ?? now }));
  return publishedKeys([next, ...retired], now);
}

/** The keys that tokens in flight may be signed with. */
export function publishedKeys(keys: readonly TokenKey[], now: number): readonly TokenKey[] {
  return keys.filter((key) => now < (publishedUntil(key) ?? Number.POSITIVE_INFINITY));
}

/** When a retired key is published no more, in milliseconds since 1970. */
export function publishedUntil({ retiredAt }: TokenKey): number | undefined {
  return retiredAt === undefined ? undefined : retiredAt + retiredMilliseconds;
}

/** The part of a key that anybody may see. */
export function toPublicKey({ d: _private, retiredAt: _retiredAt, ...key }: TokenKey): JWK {
  return key;
}
