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

/**
 * Decides what `verify` decides, in a sixth of its bytes: for what has its whole bundle weighed. It tells what is
 * wrong with a signature in one sentence, but does not try which mistake led to a mismatch.
 *
 * @returns what is wrong; `undefined` when the signature is right.
 */
export async function findSignatureFault(check: SignatureCheck): Promise<string | undefined> {
  const { secrets, header, body, toleranceSeconds, now } = check;
  const parts = header?.split(",").map((part) => part.trim()) ?? [];
  const valuesOf = (name: string): string[] =>
    parts.flatMap((part) => (part.startsWith(name) ? [part.slice(name.length)] : []));
  const [timestamp = "", second] = valuesOf("t=");
  const signatures = valuesOf("v1=");
  if (!/^\d+$/.test(timestamp) || second !== undefined || signatures.length === 0) {
    return "the signature header is missing, or not t=<Unix seconds>,v1=<hex>";
  }
  // Written so that a clock or tolerance which is no number refuses every request.
  if (!(Math.abs(now - Number(timestamp)) <= toleranceSeconds)) {
    return `signed at ${timestamp}, not within ${toleranceSeconds} s of ${now}: a replay, or a wrong clock`;
  }
  const keys = secrets.filter((secret) => secret.trim());
  for (const key of keys) {
    const expected = await hmacSha256(key, `${timestamp}.`, body);
    if (signatures.some((signature) => equalText(signature.toLowerCase(), expected))) return undefined;
  }
  return keys.length > 0 ? "no signature matches: another secret, or another body" : "there is no secret";
}
