import { randomBytes } from "node:crypto";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const timeDigits = 8;
const randomDigits = 16;

type Prefix = "evt" | "ins" | "int" | "org" | "pag" | "rev" | "sit" | "spc" | "whe";

/** A new identifier: a prefix that names the kind, then characters that sort by the time of making. */
export function createId(prefix: Prefix, now: number = Date.now()): string {
  let time = "";
  for (let rest = now; time.length < timeDigits; rest = Math.floor(rest / 62))
    time = alphabet.charAt(rest % 62) + time;
  let random = "";
  for (const byte of randomBytes(randomDigits)) random += alphabet.charAt(byte % 62);
  return `${prefix}_${time}${random}`;
}
