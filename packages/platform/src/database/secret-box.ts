import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { PlatformError } from "../common/platform-error.ts";

/** Encrypts text that must not be readable in the database file, and opens it again. */
export interface SecretBox {
  readonly seal: (text: string) => string;
  /** @throws PlatformError `seal_broken` when the text was sealed with another key or was altered. */
  readonly open: (sealed: string) => string;
}

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM under one 32-byte key; a sealed text is base64 of nonce, tag and ciphertext.
 *
 * @example
 * import { createSecretBox } from "@plugboard/platform";
 * import { randomBytes } from "node:crypto";
 *
 * const box = createSecretBox(randomBytes(32));
 * console.log(box.open(box.seal("sesame"))); // "sesame"
 */
export function createSecretBox(key: Uint8Array): SecretBox {
  return {
    seal: (text) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64");
    },
    open: (sealed) => {
      try {
        return decrypt(key, Buffer.from(sealed, "base64"));
      } catch (cause) {
        throw sealBroken(cause);
      }
    },
  };
}

function decrypt(key: Uint8Array, bytes: Buffer): string {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
  return Buffer.concat([text, decipher.final()]).toString("utf8");
}

function sealBroken(cause: unknown): PlatformError {
  return new PlatformError(
    "seal_broken",
    "A secret in the database cannot be opened: the key is not the one it was sealed with. Put the right one back.",
    [],
    { cause },
  );
}
