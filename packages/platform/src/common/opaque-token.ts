import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomDigits = 32;
const checksumDigits = 6;

/**
 * Creates an opaque token: its kind, 32 random characters (190 bits) and a checksum, which lets secret
 * scanners recognize it offline.
 */
export function createOpaqueToken(kind: string): string {
  const digits: string[] = [];
  while (digits.length < randomDigits) {
    // Bytes beyond the last whole multiple would favor the first characters.
    const bytes = randomBytes(randomDigits).filter((byte) => byte < 256 - (256 % alphabet.length));
    digits.push(...Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)));
  }
  const token = `${kind}_${digits.slice(0, randomDigits).join("")}`;
  return `${token}${checksumOf(token)}`;
}

/** Returns whether a string has the form and checksum of a token of this kind. */
export function isOpaqueToken(kind: string, token: string): boolean {
  const length = kind.length + 1 + randomDigits + checksumDigits;
  if (!token.startsWith(`${kind}_`) || token.length !== length) return false;
  return token.endsWith(checksumOf(token.slice(0, -checksumDigits)));
}

/** Hashes a token for storage. Tokens are random enough for a fast hash. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

function checksumOf(text: string): string {
  let digits = "";
  for (let rest = crc32(text); digits.length < checksumDigits; rest = Math.floor(rest / alphabet.length))
    digits = alphabet.charAt(rest % alphabet.length) + digits;
  return digits;
}
