import type * as NodeCrypto from "node:crypto";
import { concatenateBytes, encodeBase64, encodeHex, type RawBody } from "./bytes.ts";
import { SignatureError } from "./signature-error.ts";

/** One secret, or all valid secrets during a rotation. */
export type Secrets = string | readonly string[];

/**
 * Returns the secrets as a list.
 *
 * @throws {SignatureError} `secret_missing` if the list or a secret is empty: anyone could sign with an empty
 * key
 */
export function toSecretList(secret: Secrets): readonly string[] {
  const secrets = typeof secret === "string" ? [secret] : secret;
  if (Array.isArray(secrets) && secrets.length > 0 && secrets.every(isFilledText)) return secrets;
  throw new SignatureError(
    "secret_missing",
    "A signing secret is missing or empty. If it comes from an environment variable, check that it is set.",
  );
}

function isFilledText(secret: unknown): boolean {
  return typeof secret === "string" && secret.trim() !== "";
}

/** An HMAC key. Text is encoded as UTF-8. */
export type HmacKey = string | Uint8Array;

/** Input for `hmacSha256`. */
export interface HmacInput {
  readonly key: HmacKey;
  /** Signed before the body. */
  readonly prefix: string;
  readonly body: RawBody;
  /** The encoding of the result. */
  readonly encoding: "hex" | "base64";
}

/**
 * `node:crypto` if the runtime has it: several times faster than WebCrypto for typical bodies. Looked up at
 * run time, so that browser bundles need no replacement.
 */
export const nodeCrypto: typeof NodeCrypto | undefined =
  globalThis.process?.getBuiltinModule?.("node:crypto");

/**
 * Computes the HMAC-SHA256 (RFC 2104) of a prefix and a body. Returns a promise only when it uses WebCrypto.
 */
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
