import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Encrypts text that must not be readable in the database file, and opens it again. */
export interface SecretBox {
  readonly seal: (text: string) => string;
  /** @throws Error when the text was sealed with another key or was altered. */
  readonly open: (sealed: string) => string;
}

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM under one 32-byte key; a sealed text is base64 of nonce, tag and ciphertext. */
export function createSecretBox(key: Uint8Array): SecretBox {
  return {
    seal: (text) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64");
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, "base64");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    },
  };
}
