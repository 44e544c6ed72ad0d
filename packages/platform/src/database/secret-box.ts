import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { PlatformError } from "../common/platform-error.ts";

/** Encrypts text that must not be readable in the database file, and opens it again. */
export interface SecretBox {
  readonly seal: (text: string) => string;
  /** @throws PlatformError `seal_broken` when the text was sealed with another key or was altered. */
  readonly open: (sealed: string) => string;
}

/** Several keys, for the time in which one takes the place of another. */
export interface SecretKeys {
  /** The first one seals; each of them opens. 32 bytes each. Asked at every use. */
  readonly current: () => readonly Uint8Array[];
  /** Asked when none of the current keys opens a text; gives what may have come since. Default: nothing new. */
  readonly refresh?: (() => readonly Uint8Array[]) | undefined;
}

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM under a 32-byte key; a sealed text is base64 of nonce, tag and ciphertext.
 *
 * @example
 * import { createSecretBox } from "@plugboard/platform";
 * import { randomBytes } from "node:crypto";
 *
 * const box = createSecretBox(randomBytes(32));
 * console.log(box.open(box.seal("sesame"))); // "sesame"
 */
export function createSecretBox(key: Uint8Array | SecretKeys): SecretBox {
  const { current, refresh = () => [] }: SecretKeys =
    key instanceof Uint8Array ? { current: () => [key] } : key;
  return {
    seal: (text) => {
      const nonce = randomBytes(nonceBytes);
      const [newest = new Uint8Array()] = current();
      const cipher = createCipheriv(algorithm, newest, nonce, { authTagLength: tagBytes });
      const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64");
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, "base64");
      const opened = tryKeys(current(), bytes) ?? tryKeys(refresh(), bytes);
      if (opened !== undefined) return opened;
      throw sealBroken();
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
      // It was sealed with another one, or altered.
    }
  }
  return undefined;
}

function sealBroken(): PlatformError {
  return new PlatformError(
    "seal_broken",
    "A secret in the database cannot be opened: the key is not the one it was sealed with. Put the right one back.",
  );
}
