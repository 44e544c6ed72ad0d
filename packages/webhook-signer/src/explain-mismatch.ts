import { decodeBase64 } from "./base64.ts";
import type { HmacKey } from "./hmac-sha256.ts";
import type { RawBody } from "./raw-body.ts";
import { SignatureError, type SignatureErrorCode } from "./signature-error.ts";

// A stranger can make a receiver explain; this bounds the work one request can cost.
const largestExplainedBody = 64 * 1024;

const messages = {
  signature_mismatch:
    "No v1 signature matches. Either the secret is not the one the sender used (another endpoint's, another " +
    "environment's, or rotated away), or the body is not byte for byte what was sent.",
  body_reserialized:
    "The signature matches the same JSON written differently: the body was parsed and serialised again before it " +
    "got here. Verify the raw body of the request, and turn off body parsing for this route.",
  secret_has_whitespace:
    "The signature matches the secret without the white space around it. Trim the secret, typically a line break " +
    "at the end of a file or an environment variable.",
} satisfies Partial<Record<SignatureErrorCode, string>>;

interface Mismatch {
  readonly secrets: readonly string[];
  readonly body: RawBody;
  /** Whether a signature of the request matches this key and body. */
  readonly matches: (key: HmacKey, body: RawBody) => Promise<boolean>;
}

interface Suspicion {
  readonly key: HmacKey;
  readonly body: RawBody;
  readonly code: SignatureErrorCode;
  readonly message: string;
}

/**
 * Finds out why no signature matched, by trying the mistakes that are commonly made with a body and a secret.
 *
 * It runs after verification has failed and only words the refusal: whoever can make one of these suspicions match
 * holds the secret already.
 */
export async function explainMismatch({ secrets, body, matches }: Mismatch): Promise<SignatureError> {
  const suspicions =
    body.length > largestExplainedBody ? [] : secrets.flatMap((secret) => suspect(secret, body));
  for (const { key, body: candidate, code, message } of suspicions) {
    if (await matches(key, candidate)) return new SignatureError(code, message);
  }
  return new SignatureError("signature_mismatch", messages.signature_mismatch);
}

function suspect(secret: string, body: RawBody): readonly Suspicion[] {
  const trimmed = secret.trim();
  const unquoted = trimmed.replace(/^["'](.+)["']$/s, "$1");
  const decoded = decodeBase64(trimmed.replace(/^whsec_/, ""));
  const wrongSecret = (key: HmacKey, mistake: string): Suspicion => ({
    key,
    body,
    code: "wrong_secret",
    message: `The signature matches another form of the secret: ${mistake}.`,
  });
  return [
    { key: trimmed, body, code: "secret_has_whitespace", message: messages.secret_has_whitespace },
    wrongSecret(unquoted, "the one given has quotes around it, which are not part of it"),
    wrongSecret(`whsec_${trimmed}`, "the one given lacks its whsec_ prefix, which is part of the key"),
    ...(decoded === undefined || decoded.length === 0
      ? []
      : [
          wrongSecret(
            decoded,
            "the sender decoded it from base64, but the key is the text of the whole secret",
          ),
        ]),
    ...otherSerializations(body).map(
      (text): Suspicion => ({
        key: secret,
        body: text,
        code: "body_reserialized",
        message: messages.body_reserialized,
      }),
    ),
  ];
}

function otherSerializations(body: RawBody): readonly string[] {
  try {
    const value: unknown = JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
    return [JSON.stringify(value), JSON.stringify(value, undefined, 2)];
  } catch {
    // Not JSON, or nested too deeply to be written again: then nobody re-serialised it.
    return [];
  }
}
