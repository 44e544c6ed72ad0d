import type { RawBody } from "./raw-body.ts";
import { SignatureError, type SignatureErrorCode } from "./signature-error.ts";

// A stranger can make a receiver explain; this bounds the work one request can cost.
const largestExplainedBody = 64 * 1024;
// Indented, a body grows with its size times its depth: 64 KiB of brackets would become hundreds of megabytes.
const deepestExplainedBody = 32;

/** A key somebody may have meant, and what to say when it is the one that was used. */
export interface KeyConfusion<Key> {
  readonly key: Key;
  readonly code: SignatureErrorCode;
  readonly message: string;
}

interface Mismatch<Key> {
  readonly body: RawBody;
  readonly keys: readonly Key[];
  readonly confusions: readonly KeyConfusion<Key>[];
  /** Whether a signature of the request matches this key and body. */
  readonly matches: (key: Key, body: RawBody) => Promise<boolean>;
}

/**
 * Finds out why no signature matched, by trying the mistakes that are commonly made with a secret and a body.
 *
 * It runs after verification has failed and only words the refusal: whoever can make one of these candidates match
 * holds the secret already.
 */
export async function explainMismatch<Key>(mismatch: Mismatch<Key>): Promise<SignatureError> {
  const { body, keys, confusions, matches } = mismatch;
  if (body.length <= largestExplainedBody) {
    for (const { key, code, message } of confusions) {
      if (await matches(key, body)) return new SignatureError(code, message);
    }
    for (const serialization of otherSerializations(body)) {
      for (const key of keys) if (await matches(key, serialization)) return reserialized();
    }
  }
  return new SignatureError(
    "signature_mismatch",
    "No signature matches. Either the secret is not the one the sender used (another endpoint's, another " +
      "environment's, or rotated away), or the body is not byte for byte what was sent.",
  );
}

function reserialized(): SignatureError {
  return new SignatureError(
    "body_reserialized",
    "The signature matches the same JSON written differently: the body was parsed and serialised again before it " +
      "got here. Verify the raw body of the request, and turn off body parsing for this route.",
  );
}

function otherSerializations(body: RawBody): readonly string[] {
  try {
    const value: unknown = JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
    if (!isNestedWithin(value, deepestExplainedBody)) return [];
    return [JSON.stringify(value), JSON.stringify(value, undefined, 2)];
  } catch {
    // Not JSON: then nobody re-serialised it.
    return [];
  }
}

function isNestedWithin(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isNestedWithin(inner, levels - 1));
}
