import type { HmacKey } from "./hmac-sha256.ts";
import type { RawBody } from "./bytes.ts";

/** How a service signs the webhooks it sends: an HMAC-SHA256 over the raw body, described as data. */
export interface WebhookScheme {
  readonly signatureHeader: string;
  /** What separates the entries of the signature header. */
  readonly separator: "," | " ";
  /** What an entry that is a signature begins with, as in `v1=`; entries with another prefix are ignored. */
  readonly signaturePrefix: string;
  readonly encoding: "hex" | "base64";
  /** What is signed before the body. */
  readonly signedPrefix: (message: { readonly timestamp: string; readonly id: string }) => string;
  /** The header that holds the time of signing in Unix seconds. */
  readonly timestampHeader?: string | undefined;
  /** What an entry of the signature header that holds the time of signing begins with, as in `t=`. */
  readonly timestampPrefix?: string | undefined;
  /** The header that holds the message's id. */
  readonly idHeader?: string | undefined;
  /** Makes the key out of a secret. When left out, the key is the secret's UTF-8. */
  readonly readKey?: ((secret: string) => VerificationKey) | undefined;
}

/** What checks a signature: the key of the scheme's HMAC, or a key of another kind. */
export type VerificationKey = HmacKey | SignatureKey;

/** A key that checks signatures of its own kind. */
export interface SignatureKey {
  /** What an entry of the signature header that this key can check begins with. */
  readonly signaturePrefix: string;
  /** What a well-formed signature looks like behind its prefix. */
  readonly signaturePattern: RegExp;
  /** Whether one of some signatures is over exactly this prefix and body. */
  readonly matches: (
    signatures: readonly string[],
    prefix: string,
    body: RawBody,
  ) => boolean | Promise<boolean>;
}

/** Request headers, looked up by a name in lower case: the web's `Headers` fit. */
export interface HeaderLookup {
  get(name: string): string | null | undefined;
}
