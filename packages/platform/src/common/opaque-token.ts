import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomDigits = 32;
const checksumDigits = 6;

/**
 * A token that means nothing by itself: its kind, 32 random characters (190 bits), and a checksum, by which a scanner
 * recognizes it without asking.
 */
export function createOpaqueToken(kind: string): string {
  const digits: string[] = [];
  while (digits.length < randomDigits) {
    // Bytes beyond the last whole multiple would make the first characters likelier than the others.
    const bytes = randomBytes(randomDigits).filter((byte) => byte < 256 - (256 % alphabet.length));
    digits.push(...Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)));
  }
  const token = `${kind}_${digits.slice(0, randomDigits).join("")}`;
  return `${token}${checksumOf(token)}`;
}

/** Whether a text is a token of a kind, by its form and checksum. */
export function isOpaqueToken(kind: string, token: string): boolean {
  const length = kind.length + 1 + randomDigits + checksumDigits;
  if (!token.startsWith(`${kind}_`) || token.length !== length) return false;
  return token.endsWith(checksumOf(token.slice(0, -checksumDigits)));
}

/** What is kept of a token. It is random enough that a fast hash gives nothing away. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

function checksumOf(text: string): string {
  let digits = "";
  for (let rest = crc32(text); digits.length < checksumDigits; rest = Math.floor(rest / alphabet.length))
    digits = alphabet.charAt(rest % alphabet.length) + digits;
  return digits;
}
