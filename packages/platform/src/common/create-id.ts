import { createHash, randomBytes } from "node:crypto";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const timeDigits = 8;
const randomDigits = 16;

/**
 * Creates an identifier: a prefix for the kind, then characters that sort by creation time.
 *
 * @example
 * import { createId } from "@plugboard/platform/product";
 *
 * console.log(createId("iss").startsWith("iss_")); // true
 */
export function createId(prefix: string, now: number = Date.now()): string {
  let time = "";
  for (let rest = now; time.length < timeDigits; rest = Math.floor(rest / alphabet.length))
    time = alphabet.charAt(rest % alphabet.length) + time;
  return `${prefix}_${time}${toDigits(randomBytes(randomDigits))}`;
}

/**
 * Returns the identifier of a new resource. With an idempotency key it is always the same for the same owner
 * and key, so that a repeated call finds the existing resource.
 *
 * @example
 * import { createIdFromKey } from "@plugboard/platform/product";
 *
 * console.log(createIdFromKey("iss", "prj_1", "key") === createIdFromKey("iss", "prj_1", "key")); // true
 */
export function createIdFromKey(
  prefix: string,
  owner: string,
  key: string | undefined,
  now: number = Date.now(),
): string {
  if (key === undefined) return createId(prefix, now);
  const digest = createHash("sha256").update(`${prefix}\n${owner}\n${key}`).digest();
  return `${prefix}_${toDigits(digest.subarray(0, timeDigits + randomDigits))}`;
}

function toDigits(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join("");
}
