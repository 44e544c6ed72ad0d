import type * as buffer from "node:buffer";
import type * as crypto from "node:crypto";
import type { HmacInput, HmacKey } from "./hmac-input.ts";

// SHA-256 in bytes: the block HMAC pads its key to, and the digest.
const blockLength = 64;
const digestLength = 32;

// Beyond this the hashing itself is what takes time, and copying the message would add to it.
const largestMessage = 64 * 1024;

/**
 * HMAC-SHA256 (RFC 2104) out of two one-shot hashes, for a key and a message of ordinary size; `undefined` for larger
 * ones.
 *
 * `createHmac` spends more time on setting up its context and objects than on hashing a webhook. One-shot hashes over
 * memory that is used again take about half of it, which is most of the signer's lead over its peers. The key that was
 * used last stays padded in that memory, because a receiver mostly has one.
 */
export function createOneShotHmac(
  hash: typeof crypto.hash,
  Buffer: typeof buffer.Buffer,
): (input: HmacInput) => string | undefined {
  // Owned by this function alone, never from the shared pool: padded keys stay in here.
  const memory = new ArrayBuffer(blockLength + largestMessage);
  const inner = Buffer.from(memory);
  const outer = Buffer.alloc(blockLength + digestLength);
  // Only ever a text: bytes may change while they remain the same object.
  let paddedKey: string | undefined;

  const write = (part: string | Uint8Array, offset: number): number => {
    if (typeof part === "string") return inner.write(part, offset);
    inner.set(part, offset);
    return part.length;
  };
  const padKey = (key: HmacKey): void => {
    if (key === paddedKey) return;
    const keyLength = write(key, 0);
    for (let index = 0; index < blockLength; index += 1) {
      const byte = index < keyLength ? (inner[index] ?? 0) : 0;
      inner[index] = byte ^ 0x36;
      outer[index] = byte ^ 0x5c;
    }
    paddedKey = typeof key === "string" ? key : undefined;
  };

  return ({ key, prefix, body, encoding }) => {
    if (key !== paddedKey && Buffer.byteLength(key) > blockLength) return undefined;
    if (longestUtf8(prefix) + longestUtf8(body) > largestMessage) return undefined;
    padKey(key);
    const bodyStart = blockLength + inner.write(prefix, blockLength);
    const end = bodyStart + write(body, bodyStart);
    const innerDigest = hash("sha256", new Uint8Array(memory, 0, end), "latin1");
    outer.write(innerDigest, blockLength, "latin1");
    return hash("sha256", outer, encoding);
  };
}

// A UTF-16 code unit takes at most three bytes of UTF-8.
function longestUtf8(part: string | Uint8Array): number {
  return typeof part === "string" ? part.length * 3 : part.length;
}
