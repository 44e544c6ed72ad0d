import { decodeBase64, type RawBody } from "./bytes.ts";
import type { HmacKey } from "./hmac-sha256.ts";
import { SignatureError, type SignatureErrorCode } from "./signature-error.ts";
import { entriesBehind } from "./read-signature-headers.ts";
import { isSignatureKey, type Mismatch } from "./verify-signature.ts";

// A stranger can make a receiver explain; this bounds the work one request can cost.
const maxExplainedBodyLength = 64 * 1024;
// Indented, a body grows with its size times its depth: 64 KiB of brackets would become hundreds of megabytes.
const maxExplainedDepth = 32;

/** A key somebody may have meant, and what to say when it is the one that was used. */
interface KeyConfusion {
  readonly key: HmacKey;
  readonly code: SignatureErrorCode;
  readonly message: string;
}

/**
 * Finds out why no signature matches, by trying the mistakes that are commonly made with a secret and a body.
 *
 * It runs after verification has failed and only words the error: whoever can make one of these candidates match holds
 * the secret already.
 *
 * @returns `undefined` when none of them explains it
 */
export async function explainMismatch(mismatch: Mismatch): Promise<SignatureError | undefined> {
  const { keys, body, matches } = mismatch;
  const formError = explainForm(mismatch);
  if (formError !== undefined || body.length > maxExplainedBodyLength) return formError;
  // A key that is no text was checked when it was read out of its secret.
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

/** Finds signatures that are missing, or written in a way in which they could match nothing. */
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
      `The ${signatureHeader} header has no ${prefixes} signature, the kind the given secret can check.`,
    );
  }
  if (areWellFormed.includes(true)) return undefined;
  return new SignatureError(
    "signature_malformed",
    `No signature in the ${signatureHeader} header is ${encoding} of the right length. Was it cut short?`,
  );
}

/** The forms in which a secret is commonly mistaken, on either side. */
function secretConfusions(secret: string): readonly KeyConfusion[] {
  const trimmed = secret.trim();
  const decoded = decodeBase64(trimmed.replace(/^whsec_/, ""));
  const wrongForms: readonly (readonly [key: HmacKey | undefined, mistake: string])[] = [
    [trimmed.replace(/^["'](.+)["']$/s, "$1"), "the one given has quotes around it that are not part of it"],
    [`whsec_${trimmed}`, "the one given lacks its whsec_ prefix, which is part of the key"],
    [decoded, "the sender decoded it from base64, while the key is the text of the whole secret"],
  ];
  return [
    {
      key: trimmed,
      code: "secret_has_whitespace",
      message:
        "The signature matches the secret without the white space around it. Trim the secret; typically it is a " +
        "line break at the end of a file or an environment variable.",
    },
    ...wrongForms.flatMap(([key, mistake]): KeyConfusion[] =>
      key === undefined
        ? []
        : [
            {
              key,
              code: "wrong_secret",
              message: `The signature matches another form of the secret: ${mistake}.`,
            },
          ],
    ),
  ];
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
    if (!isNestedWithin(value, maxExplainedDepth)) return [];
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
