import type { RawBody } from "./raw-body.ts";

/** The key of an HMAC: text counts as its UTF-8 bytes. */
export type HmacKey = string | Uint8Array;

/** What an HMAC is made of. */
export interface HmacInput {
  readonly key: HmacKey;
  /** What is signed before the body. */
  readonly prefix: string;
  readonly body: RawBody;
  /** How the result is written. */
  readonly encoding: "hex" | "base64";
}
