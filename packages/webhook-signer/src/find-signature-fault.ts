import { equalText } from "./equal-text.ts";
import { hmacSha256 } from "./hmac-sha256.ts";
import type { RawBody } from "./raw-body.ts";

/** A signed request, and what its signature is checked with. */
export interface SignatureCheck {
  /** All secrets that are live: a match with any verifies. Blank ones are passed over. */
  readonly secrets: readonly string[];
  /** The value of the signature header; `null` when the request has none. */
  readonly header: string | null;
  /** The request body as it arrived. */
  readonly body: RawBody;
  /** Largest accepted distance between the timestamp and now, either way, in seconds. */
  readonly toleranceSeconds: number;
  /** The receiver's clock in Unix seconds. */
  readonly now: number;
}

/**
 * Decides what `verify` decides, in a quarter of its bytes: for what has its whole bundle weighed. It tells what is
 * wrong with a signature in one sentence, but does not try which mistake led to a mismatch.
 *
 * @returns what is wrong; `undefined` when the signature is right.
 */
export async function findSignatureFault(check: SignatureCheck): Promise<string | undefined> {
  const { secrets, header, body, toleranceSeconds, now } = check;
  const parts = header?.split(",").map((part) => part.trim()) ?? [];
  const valuesOf = (name: string): string[] =>
    parts.filter((part) => part.startsWith(name)).map((part) => part.slice(name.length));
  const [timestamp = "", second] = valuesOf("t=");
  const signatures = valuesOf("v1=");
  if (!/^\d+$/.test(timestamp) || second !== undefined || signatures.length === 0) {
    return "the signature header is missing, or not t=<Unix seconds>,v1=<hex>";
  }
  // Written so that a clock or tolerance which is no number refuses every request.
  if (!(Math.abs(now - Number(timestamp)) <= toleranceSeconds)) {
    return `it was signed at ${timestamp}, which is not within ${toleranceSeconds} s of ${now}: a replay, or a wrong clock`;
  }
  for (const key of secrets.filter((secret) => secret.trim())) {
    const expected = await hmacSha256({ key, prefix: `${timestamp}.`, body, encoding: "hex" });
    if (signatures.some((signature) => equalText(signature.toLowerCase(), expected))) return undefined;
  }
  return "no signature matches: the secret is another one, or the body is not what was signed";
}
