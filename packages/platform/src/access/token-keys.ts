import { createLocalJWKSet, exportJWK, generateKeyPair, importJWK, type JSONWebKeySet, type JWK } from "jose";
import * as z from "zod";
import type { Settings } from "../database/settings.ts";

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
const keysFreshMilliseconds = 10_000;

// Beside that, the clocks of several servers differ.
const retiredMilliseconds = (tokenLifetimeSeconds + 60) * 1000 + keysFreshMilliseconds;

const keysSchema: z.ZodType<readonly TokenKey[]> = z.array(
  z.looseObject({ kty: z.string(), kid: z.string(), retiredAt: z.number().exactOptional() }),
);

/** The stored keys, the one that signs first. */
function parseTokenKeys(text: string): readonly TokenKey[] {
  return keysSchema.parse(JSON.parse(text));
}

/** Makes a key to sign with. */
async function createTokenKey(): Promise<TokenKey> {
  const { privateKey } = await generateKeyPair(tokenAlgorithm, { extractable: true });
  const key = await exportJWK(privateKey);
  return { ...key, kid: crypto.randomUUID(), alg: tokenAlgorithm, use: "sig" };
}

/** Lets a new key sign. Those before it stay until the last token they signed has expired. */
function rotateTokenKeys(keys: readonly TokenKey[], next: TokenKey, now: number): readonly TokenKey[] {
  const retired = keys.map((key) => ({ ...toPublicKey(key), kid: key.kid, retiredAt: key.retiredAt ?? now }));
  return publishedKeys([next, ...retired], now);
}

/** The keys that tokens in flight may be signed with. */
function publishedKeys(keys: readonly TokenKey[], now: number): readonly TokenKey[] {
  return keys.filter((key) => now < (publishedUntil(key) ?? Number.POSITIVE_INFINITY));
}

/** When a retired key is published no more, in milliseconds since 1970. */
export function publishedUntil({ retiredAt }: TokenKey): number | undefined {
  return retiredAt === undefined ? undefined : retiredAt + retiredMilliseconds;
}

/** The part of a key that anybody may see. */
function toPublicKey({ d: _private, retiredAt: _retiredAt, ...key }: TokenKey): JWK {
  return key;
}

/** The keys of tokens as they were at one moment. */
export interface TokenKeySet {
  /** Milliseconds since 1970. */
  readonly readAt: number;
  readonly signing: { readonly kid: string; readonly key: Awaited<ReturnType<typeof importJWK>> };
  readonly published: JSONWebKeySet;
  /** Finds the published key of a token. */
  readonly find: ReturnType<typeof createLocalJWKSet>;
}

/** The keys of tokens, which any process may rotate. */
export interface TokenKeyRing {
  /** The keys as they were a few seconds ago at most. */
  readonly recent: () => Promise<TokenKeySet>;
  /** The keys as they are now. */
  readonly read: () => Promise<TokenKeySet>;
  /** Lets a new key sign; gives back all keys, the one that signs first. */
  readonly rotate: () => Promise<readonly TokenKey[]>;
}

const setting = "token-keys";

/** Opens the ring with the keys kept in the settings; the first start makes one. */
export async function openTokenKeyRing(settings: Settings, now: () => number): Promise<TokenKeyRing> {
  const read = async (): Promise<TokenKeySet> => {
    const readAt = now();
    const text = await settings.getOrCreate(setting, async () => JSON.stringify([await createTokenKey()]));
    known = await toKeySet(parseTokenKeys(text), readAt);
    return known;
  };
  let known: TokenKeySet | undefined;
  let reading: Promise<TokenKeySet> | undefined;
  await read();
  return {
    read,
    recent: async () => {
      if (known !== undefined && now() - known.readAt < keysFreshMilliseconds) return known;
      reading ??= read().finally(() => {
        reading = undefined;
      });
      return await reading;
    },
    rotate: async () => {
      const next = await createTokenKey();
      const rotated = await settings.update(setting, (text) =>
        JSON.stringify(rotateTokenKeys(parseTokenKeys(text), next, now())),
      );
      await read();
      return parseTokenKeys(rotated);
    },
  };
}

async function toKeySet(keys: readonly TokenKey[], readAt: number): Promise<TokenKeySet> {
  const [current] = keys;
  if (current === undefined) throw new Error("the token key list is empty");
  const published = { keys: publishedKeys(keys, readAt).map(toPublicKey) };
  return {
    readAt,
    signing: { kid: current.kid, key: await importJWK(current, tokenAlgorithm) },
    published,
    find: createLocalJWKSet(published),
  };
}
