import { equalText } from "./equal-text.ts";
import { type HmacPart, hmacSha256 } from "./hmac-sha256.ts";

/** A signed request, and what its signature is checked with. */
export interface SignatureCheck {
  /** All secrets that are live: a match with any verifies. Blank ones are passed over. */
  readonly secrets: readonly string[];
  /** The value of the signature header; `null` when the request has none. */
  readonly header: string | null;
  /** The request body as it arrived: its text or its bytes. */
  readonly body: HmacPart;
  /** Largest accepted distance between the timestamp and now, either way, in seconds. */
  readonly toleranceSeconds: number;
  /** The receiver's clock in Unix seconds. */
  readonly now: number;
}

// The time among the parts of a signature header, in any order.
const timestampPart = /(?:^|,)\s*t=(\d+)\s*(?:,|$)/;

/**
 * Accepts what `verify` accepts, in a sixth of its bytes: for what has its whole bundle weighed. It tells what is wrong
 * with a signature in one sentence, but does not try which mistake led to a mismatch.
 *
 * @returns what is wrong; `undefined` when the signature is right.
 */
export async function findSignatureFault(check: SignatureCheck): Promise<string | undefined> {
  const { secrets, header, body, toleranceSeconds, now } = check;
  const timestamp = timestampPart.exec(header ?? "")?.[1];
  if (header === null || timestamp === undefined) {
    return "the signature header is missing, or not t=<Unix seconds>,v1=<hex>";
  }
  // Written so that a clock or tolerance which is no number refuses every request.
  if (!(Math.abs(now - Number(timestamp)) <= toleranceSeconds)) {
    return `signed at ${timestamp}, not within ${toleranceSeconds} s of ${now}: a replay, or a wrong clock`;
  }
  for (const key of secrets) {
    if (key.trim() === "") continue;
    const expected = `v1=${await hmacSha256(key, `${timestamp}.`, body)}`;
    if (header.split(",").some((part) => equalText(part.trim().toLowerCase(), expected))) return undefined;
  }
  return "no signature matches: no secret is set, another one, or the body is another";
}
