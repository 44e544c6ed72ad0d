import type * as NodeCrypto from "node:crypto";
import { concatenateBytes, encodeBase64, encodeHex, type RawBody } from "./bytes.ts";
import { SignatureError } from "./signature-error.ts";

/** One secret, or during a rotation all that are live. */
export type Secrets = string | readonly string[];

/**
 * The secrets as a list.
 *
 * @throws {SignatureError} `secret_missing` when there is none or one is empty: anyone could sign with an empty key.
 */
export function toSecretList(secret: Secrets): readonly string[] {
  const secrets = typeof secret === "string" ? [secret] : secret;
  if (Array.isArray(secrets) && secrets.length > 0 && secrets.every(isFilledText)) return secrets;
  throw new SignatureError(
    "secret_missing",
    "A signing secret is undefined or empty, or the list of secrets is. If it comes from an environment variable, " +
      "check that the variable is set.",
  );
}

function isFilledText(secret: unknown): boolean {
  return typeof secret === "string" && secret.trim() !== "";
}

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

/**
 * `node:crypto` where the runtime has it: several times faster than WebCrypto on a body of ordinary size. Asked for at
 * run time instead of imported, so that a bundle for the browser needs no replacement for it.
 */
export const nodeCrypto: typeof NodeCrypto | undefined =
  globalThis.process?.getBuiltinModule?.("node:crypto");

/** HMAC-SHA256 (RFC 2104) of a prefix followed by the exact bytes of a body; a promise only from WebCrypto. */
export function hmacSha256(input: HmacInput): string | Promise<string> {
  const hmac = nodeCrypto?.createHmac("sha256", input.key).update(input.prefix).update(input.body);
  return hmac?.digest(input.encoding) ?? hmacByWebCrypto(input);
}

async function hmacByWebCrypto({ key, prefix, body, encoding }: HmacInput): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const keyBytes = await concatenateBytes(key);
  const ownKey = await crypto.subtle.importKey("raw", keyBytes, algorithm, false, ["sign"]);
  const message = await concatenateBytes(prefix, body);
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", ownKey, message));
  return encoding === "hex" ? encodeHex(bytes) : encodeBase64(bytes);
}
