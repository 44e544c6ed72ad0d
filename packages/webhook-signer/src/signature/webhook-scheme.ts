import type { HmacKey } from "./hmac-sha256.ts";
import type { RawBody } from "./bytes.ts";

/** Describes how a service signs its webhooks with HMAC-SHA256 over the raw body. */
export interface WebhookScheme {
  readonly signatureHeader: string;
  /** The separator between entries of the signature header. */
  readonly separator: "," | " ";
  /** The prefix of signature entries, such as `v1=`. Entries with other prefixes are ignored. */
  readonly signaturePrefix: string;
  readonly encoding: "hex" | "base64";
  /** Returns the text that is signed before the body. */
  readonly signedPrefix: (message: { readonly timestamp: string; readonly id: string }) => string;
  /** The header with the time of signing (Unix time, s). */
  readonly timestampHeader?: string | undefined;
  /** The prefix of the signature header's entry with the time of signing, such as `t=`. */
  readonly timestampPrefix?: string | undefined;
  /** The header with the message ID. */
  readonly idHeader?: string | undefined;
  /** Converts a secret to a key. Defaults to the secret as UTF-8. */
  readonly readKey?: ((secret: string) => VerificationKey) | undefined;
}

/** An HMAC key, or a key that verifies signatures itself. */
export type VerificationKey = HmacKey | SignatureKey;

/** A key that verifies signatures itself, such as an Ed25519 public key. */
export interface SignatureKey {
  /** The prefix of the entries that this key verifies. */
  readonly signaturePrefix: string;
  /** Matches a well-formed signature without its prefix. */
  readonly signaturePattern: RegExp;
  /** Returns whether any of the signatures covers exactly this prefix and body. */
  readonly matches: (
    signatures: readonly string[],
    prefix: string,
    body: RawBody,
  ) => boolean | Promise<boolean>;
}

/** Request headers, looked up by lowercase name. `Headers` fits. */
export interface HeaderLookup {
  get(name: string): string | null | undefined;
}
