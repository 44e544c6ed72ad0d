import { decodeBase64, type RawBody } from "./bytes.ts";
import type { HmacKey } from "./hmac-sha256.ts";
import { SignatureError, type SignatureErrorCode } from "./signature-error.ts";
import { entriesBehind } from "./read-signature-headers.ts";
import { isSignatureKey, type Mismatch } from "./verify-signature.ts";

// Anyone can trigger an explanation, so its cost is limited.
const maxExplainedBodyLength = 64 * 1024;
// Indenting grows a body by size times depth: 64 KiB of brackets would become hundreds of megabytes.
const maxExplainedDepth = 32;

/** A different key that the caller may have meant, and its error message. */
interface KeyConfusion {
  readonly key: HmacKey;
  readonly code: SignatureErrorCode;
  readonly message: string;
}

/**
 * Returns the likely cause of a mismatch by trying common mistakes with secrets and bodies.
 *
 * Runs only after verification has failed and only affects the error message: a matching candidate requires
 * knowledge of the secret.
 *
 * @returns `undefined` if no candidate matches
 */
export async function explainMismatch(mismatch: Mismatch): Promise<SignatureError | undefined> {
  const { keys, body, matches } = mismatch;
  const formError = explainForm(mismatch);
  if (formError !== undefined || body.length > maxExplainedBodyLength) return formError;
  // Keys that are not strings were already validated when parsed.
  const confusions = keys.flatMap((key) => (typeof key === "string" ? secretConfusions(key) : []));
  for (const { key, code, message } of confusions) {
    if (await matches(key, body)) return new SignatureError(code, message);
  }
  for (const serialization of otherSerializations(body)) {
    for (const key of keys) if (await matches(key, serialization)) return reserialized();
  }
  return undefined;
}

const hmacPatterns = { hex: /^[0-9a-f]{64}$/i, base64: /^[A-Za-z0-9+/]{43}=$/ };

/** Detects missing signatures and signatures in an invalid format. */
function explainForm({ scheme, keys, entries }: Mismatch): SignatureError | undefined {
  const { signatureHeader, signaturePrefix, encoding } = scheme;
  const hmacForm = { signaturePrefix, signaturePattern: hmacPatterns[encoding] };
  const forms = keys.map((key) => (isSignatureKey(key) ? key : hmacForm));
  const areWellFormed = forms.flatMap((form) =>
    entriesBehind(entries, form.signaturePrefix).map((signature) => form.signaturePattern.test(signature)),
  );
  if (areWellFormed.length === 0) {
    const prefixes = [...new Set(forms.map((form) => form.signaturePrefix))].join(" or ");
    return new SignatureError(
      "signature_missing",
      `The ${signatureHeader} header has no ${prefixes} signature, which this secret requires.`,
    );
  }
  if (areWellFormed.includes(true)) return undefined;
  return new SignatureError(
    "signature_malformed",
    `No signature in the ${signatureHeader} header is valid ${encoding} of the right length. It may be truncated.`,
  );
}

/** Returns common wrong forms of a secret, on either side. */
function secretConfusions(secret: string): readonly KeyConfusion[] {
  const trimmed = secret.trim();
  const decoded = decodeBase64(trimmed.replace(/^whsec_/, ""));
  const wrongForms: readonly (readonly [key: HmacKey | undefined, mistake: string])[] = [
    [trimmed.replace(/^["'](.+)["']$/s, "$1"), "it has quotes around it that are not part of the secret"],
    [`whsec_${trimmed}`, "it lacks the whsec_ prefix, which is part of the key"],
    [decoded, "the sender base64-decodes it, but the key is the whole secret as text"],
  ];
  return [
    {
      key: trimmed,
      code: "secret_has_whitespace",
      message:
        "The signature matches the secret without surrounding whitespace. Trim the secret; typically it ends with a " +
        "line break from a file or an environment variable.",
    },
    ...wrongForms.flatMap(([key, mistake]): KeyConfusion[] =>
      key === undefined
        ? []
        : [
            {
              key,
              code: "wrong_secret",
              message: `The signature matches a different form of the secret: ${mistake}.`,
            },
          ],
    ),
  ];
}

function reserialized(): SignatureError {
  return new SignatureError(
    "body_reserialized",
    "The signature matches the same JSON in a different format: the body was parsed and serialized again on its " +
      "way. Verify the raw request body, and turn off body parsing for this route.",
  );
}

function otherSerializations(body: RawBody): readonly string[] {
  try {
    const value: unknown = JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
    if (!isNestedWithin(value, maxExplainedDepth)) return [];
    return [JSON.stringify(value), JSON.stringify(value, undefined, 2)];
  } catch {
    // Not JSON, so it can't have been reserialized.
    return [];
  }
}

function isNestedWithin(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isNestedWithin(inner, levels - 1));
}
