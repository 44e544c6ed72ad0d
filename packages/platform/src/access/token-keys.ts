import { createLocalJWKSet, exportJWK, generateKeyPair, importJWK, type JSONWebKeySet, type JWK } from "jose";
import * as z from "zod";
import type { Settings } from "../database/settings.ts";

/** A current or former signing key of tokens. A retired key no longer has its private part. */
export interface TokenKey extends JWK {
  readonly kid: string;
  /** Unix time in milliseconds. `undefined` for the key that signs. */
  readonly retiredAt?: number;
}

export const tokenAlgorithm = "EdDSA";

/** The lifetime of a token. */
export const tokenLifetimeSeconds = 3600;

/** Servers reread the keys at this interval, so one can still sign with a key that another just retired. */
const keysFreshMilliseconds = 10_000;

// The extra minute covers clock differences between servers.
const retiredMilliseconds = (tokenLifetimeSeconds + 60) * 1000 + keysFreshMilliseconds;

const keysSchema: z.ZodType<readonly TokenKey[]> = z.array(
  z.looseObject({ kty: z.string(), kid: z.string(), retiredAt: z.number().exactOptional() }),
);

/** Parses the stored keys, the signing key first. */
function parseTokenKeys(text: string): readonly TokenKey[] {
  return keysSchema.parse(JSON.parse(text));
}

async function createTokenKey(): Promise<TokenKey> {
  const { privateKey } = await generateKeyPair(tokenAlgorithm, { extractable: true });
  const key = await exportJWK(privateKey);
  return { ...key, kid: crypto.randomUUID(), alg: tokenAlgorithm, use: "sig" };
}

/** Adds a new signing key. Earlier keys stay until the last token they signed has expired. */
function rotateTokenKeys(keys: readonly TokenKey[], next: TokenKey, now: number): readonly TokenKey[] {
  const retired = keys.map((key) => ({ ...toPublicKey(key), kid: key.kid, retiredAt: key.retiredAt ?? now }));
  return publishedKeys([next, ...retired], now);
}

/** Returns the keys that unexpired tokens can be signed with. */
function publishedKeys(keys: readonly TokenKey[], now: number): readonly TokenKey[] {
  return keys.filter((key) => now < (publishedUntil(key) ?? Number.POSITIVE_INFINITY));
}

/** When a retired key is no longer published (Unix time in milliseconds). */
export function publishedUntil({ retiredAt }: TokenKey): number | undefined {
  return retiredAt === undefined ? undefined : retiredAt + retiredMilliseconds;
}

function toPublicKey({ d: _private, retiredAt: _retiredAt, ...key }: TokenKey): JWK {
  return key;
}

/** A snapshot of the token keys. */
export interface TokenKeySet {
  /** Unix time in milliseconds. */
  readonly readAt: number;
  readonly signing: { readonly kid: string; readonly key: Awaited<ReturnType<typeof importJWK>> };
  readonly published: JSONWebKeySet;
  /** Finds the published key of a token. */
  readonly find: ReturnType<typeof createLocalJWKSet>;
}

/** The token keys, which any process can rotate. */
export interface TokenKeyRing {
  /** Returns the keys, at most a few seconds old. */
  readonly recent: () => Promise<TokenKeySet>;
  /** Returns the current keys. */
  readonly read: () => Promise<TokenKeySet>;
  /** Adds a new signing key and returns all keys, the signing key first. */
  readonly rotate: () => Promise<readonly TokenKey[]>;
}

const setting = "token-keys";

/** Opens the ring with the keys stored in the settings, and creates one on the first start. */
export async function openTokenKeyRing(settings: Settings, now: () => number): Promise<TokenKeyRing> {
  const read = async (): Promise<TokenKeySet> => {
    const readAt = now();
    const text = await settings.getOrCreate(setting, async () => JSON.stringify([await createTokenKey()]));
    latest = await toKeySet(parseTokenKeys(text), readAt);
    return latest;
  };
  let latest: TokenKeySet | undefined;
  let reading: Promise<TokenKeySet> | undefined;
  await read();
  return {
    read,
    recent: async () => {
      if (latest !== undefined && now() - latest.readAt < keysFreshMilliseconds) return latest;
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
