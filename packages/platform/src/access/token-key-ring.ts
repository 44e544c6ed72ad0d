import { createLocalJWKSet, importJWK, type JSONWebKeySet } from "jose";
import type { Settings } from "../database/settings.ts";
import {
  createTokenKey,
  keysFreshMilliseconds,
  parseTokenKeys,
  publishedKeys,
  rotateTokenKeys,
  type TokenKey,
  tokenAlgorithm,
  toPublicKey,
} from "./token-keys.ts";

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
