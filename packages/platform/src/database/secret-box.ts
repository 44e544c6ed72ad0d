import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { invalidDefinition } from "../common/invalid-definition.ts";
import { PlatformError } from "../common/platform-error.ts";

/** Encrypts and decrypts secrets in the database. */
export interface SecretBox {
  readonly encrypt: (text: string) => string;
  /** @throws PlatformError `decryption_failed` if the value was encrypted with another key or altered */
  readonly decrypt: (encrypted: string) => string;
}

/** Several keys, for a key rotation. */
export interface SecretKeys {
  /** Returns 32-byte keys: the first encrypts, and all decrypt. Called on every use. */
  readonly current: () => readonly Uint8Array[];
  /** Called if no current key decrypts a value; returns the keys added since. Defaults to none. */
  readonly refresh?: (() => readonly Uint8Array[]) | undefined;
}

const algorithm = "aes-256-gcm";
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Creates a secret box with AES-256-GCM and a 32-byte key. An encrypted value is the base64 of nonce, tag and
 * ciphertext.
 *
 * @throws PlatformError `invalid_definition` if the key is missing or has another length
 *
 * @example
 * import { createSecretBox } from "@plugboard/platform";
 * import { randomBytes } from "node:crypto";
 *
 * const box = createSecretBox(randomBytes(32));
 * console.log(box.decrypt(box.encrypt("sesame"))); // "sesame"
 */
export function createSecretBox(key: Uint8Array | SecretKeys): SecretBox {
  const keys: SecretKeys | undefined = key instanceof Uint8Array ? { current: () => [key] } : key;
  if (typeof keys?.current !== "function")
    throw invalidDefinition(
      `createSecretBox needs a key of ${keyBytes} bytes as a Uint8Array, but got ${typeof key}. Decode a text first: \`Buffer.from(text, "base64")\`.`,
    );
  const { current, refresh = () => [] } = keys;
  for (const { length } of current())
    if (length !== keyBytes)
      throw invalidDefinition(
        `A key has ${length} bytes, but must have ${keyBytes}. Create one with \`randomBytes(${keyBytes})\`.`,
      );
  return {
    encrypt: (text) => {
      const nonce = randomBytes(nonceBytes);
      const [newest = new Uint8Array()] = current();
      const cipher = createCipheriv(algorithm, newest, nonce, { authTagLength: tagBytes });
      const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64");
    },
    decrypt: (encrypted) => {
      const bytes = Buffer.from(encrypted, "base64");
      const opened = tryKeys(current(), bytes) ?? tryKeys(refresh(), bytes);
      if (opened !== undefined) return opened;
      throw decryptionFailed();
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

function tryKeys(keys: readonly Uint8Array[], bytes: Buffer): string | undefined {
  for (const key of keys) {
    try {
      return decrypt(key, bytes);
    } catch {
      // Encrypted with another key, or altered.
    }
  }
  return undefined;
}

function decryptionFailed(): PlatformError {
  return new PlatformError(
    "decryption_failed",
    "A secret in the database cannot be decrypted: it was encrypted with another key. Restore the right key.",
  );
}
