import { createHash, randomBytes } from "node:crypto";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const timeDigits = 8;
const randomDigits = 16;

/** Names the kind of thing an identifier is of. */
export type IdPrefix =
  | "aud"
  | "drf"
  | "evt"
  | "ins"
  | "int"
  | "inv"
  | "key"
  | "org"
  | "pag"
  | "pse"
  | "rev"
  | "rvw"
  | "sit"
  | "spc"
  | "whe"
  | "vie";

/** A new identifier: a prefix that names the kind, then characters that sort by the time of making. */
export function createId(prefix: IdPrefix, now: number = Date.now()): string {
  let time = "";
  for (let rest = now; time.length < timeDigits; rest = Math.floor(rest / alphabet.length))
    time = alphabet.charAt(rest % alphabet.length) + time;
  return `${prefix}_${time}${toDigits(randomBytes(randomDigits))}`;
}

/**
 * The identifier of what a caller makes. Under an idempotency key it is the same for the same owner and key, so that the call
 * made again finds what the first one made; without one it is new.
 */
export function createIdFromKey(
  prefix: IdPrefix,
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
