import { encodeBase64 } from "./base64.ts";
import type { HmacInput } from "./hmac-input.ts";
import { type HmacPart, hmacSha256 } from "./hmac-sha256.ts";
import { nodeCrypto, nodeRuntime } from "./node-crypto.ts";
import { createOneShotHmac } from "./one-shot-hmac.ts";

const buffer = nodeRuntime?.getBuiltinModule?.("node:buffer");
const oneShotHmac = nodeCrypto?.hash && buffer && createOneShotHmac(nodeCrypto.hash, buffer.Buffer);

/** The same as {@link hmacSha256} over any input, by one-shot hashes where the runtime has them and they are quicker. */
export function fastHmacSha256(input: HmacInput): string | Promise<string> {
  return oneShotHmac?.(input) ?? slowHmacSha256(input);
}

function slowHmacSha256({ key, prefix, body, encoding }: HmacInput): string | Promise<string> {
  const digits = hmacSha256(unshared(key), prefix, unshared(body));
  if (encoding === "hex") return digits;
  return typeof digits === "string" ? toBase64(digits) : digits.then(toBase64);
}

function unshared(part: string | Uint8Array): HmacPart {
  return typeof part === "string" || isUnshared(part) ? part : new Uint8Array(part);
}

function isUnshared(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer;
}

function toBase64(digits: string): string {
  return encodeBase64(Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
}
