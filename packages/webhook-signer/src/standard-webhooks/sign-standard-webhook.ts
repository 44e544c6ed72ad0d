import { hmacSha256, type Secrets, toSecretList } from "../signature/hmac-sha256.ts";
import { assertRawBody, type RawBody } from "../signature/bytes.ts";
import { SignatureError } from "../signature/signature-error.ts";
import { toSigningTimestamp } from "../signature/timestamp.ts";
import { parseStandardKey, signEd25519, type StandardKey } from "./standard-keys.ts";

// Visible characters of a header value; a full stop would let one id and timestamp be read as another.
const idPattern = /^[\x21-\x2d\x2f-\x7e]+$/;

/** A webhook to sign. */
export interface SignStandardWebhookOptions {
  /** A `whsec_` secret (HMAC) or a `whsk_` private key (Ed25519), or several: one signature is made with each. */
  readonly secret: Secrets;
  /** Identifies the event, the same on every attempt: visible ASCII characters without a full stop. */
  readonly id: string;
  /** The body exactly as it will be sent. */
  readonly body: RawBody;
  /** When the request is made, in Unix seconds. Default: now. */
  readonly timestamp?: number | undefined;
}

// A type, not an interface: only a type may be passed where any header names are taken.
/** The headers Standard Webhooks adds to a request. */
export type StandardWebhookHeaders = {
  /** Identifies the event, the same on every attempt. */
  readonly "webhook-id": string;
  /** When this attempt was made, in Unix seconds. */
  readonly "webhook-timestamp": string;
  /** Signatures separated by spaces: `v1,` with an HMAC-SHA256 or `v1a,` with an Ed25519 signature, in base64. */
  readonly "webhook-signature": string;
};

/**
 * Makes the three headers of Standard Webhooks 1.0 for a request.
 *
 * @throws {SignatureError} `secret_missing`, `secret_invalid`, `body_not_raw`, `option_invalid`
 *
 * @example
 * ```ts
 * import { generateSecret } from "@plugboard/webhook-signer";
 * import { signStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
 *
 * const body = JSON.stringify({ type: "invoice.paid" });
 * const headers = await signStandardWebhook({ secret: generateSecret(), id: "evt_1", body });
 * await fetch("https://example.com/hook", { method: "POST", headers: { ...headers }, body });
 * ```
 */
export async function signStandardWebhook(
  options: SignStandardWebhookOptions,
): Promise<StandardWebhookHeaders> {
  const { secret, id, body } = options;
  const keys = toSecretList(secret).map(parseStandardKey);
  assertRawBody(body);
  const timestamp = toSigningTimestamp(options.timestamp);
  if (!idPattern.test(id)) {
    throw new SignatureError(
      "option_invalid",
      "id must be visible ASCII characters, and no full stop among them.",
    );
  }
  const signatures: string[] = [];
  for (const key of keys) signatures.push(await signatureOf(key, `${id}.${timestamp}.`, body));
  return {
    "webhook-id": id,
    "webhook-timestamp": `${timestamp}`,
    "webhook-signature": signatures.join(" "),
  };
}

async function signatureOf(key: StandardKey, prefix: string, body: RawBody): Promise<string> {
  if (key.kind === "symmetric") {
    return `v1,${await hmacSha256({ key: key.bytes, prefix, body, encoding: "base64" })}`;
  }
  if (key.kind === "private") return `v1a,${await signEd25519(key.seed, prefix, body)}`;
  throw new SignatureError(
    "secret_invalid",
    "A whpk_ public key cannot sign. Sign with its whsk_ private key.",
  );
}
