import { hmacSha256, type Secrets, toSecretList } from "../signature/hmac-sha256.ts";
import { assertRawBody, type RawBody } from "../signature/bytes.ts";
import { SignatureError } from "../signature/signature-error.ts";
import { toSigningTimestamp } from "../signature/timestamp.ts";
import { parseStandardKey, signEd25519, type StandardKey } from "./standard-keys.ts";

// Visible ASCII without a period, which separates the ID from the timestamp.
const idPattern = /^[\x21-\x2d\x2f-\x7e]+$/;

/** Options for `signStandardWebhook`. */
export interface SignStandardWebhookOptions {
  /** One or more `whsec_` secrets (HMAC) or `whsk_` private keys (Ed25519). Each adds a signature. */
  readonly secret: Secrets;
  /** The event ID, the same on every attempt: visible ASCII characters without a period. */
  readonly id: string;
  /** The exact body that will be sent. */
  readonly body: RawBody;
  /** The time of the request (Unix time, s). Defaults to now. */
  readonly timestamp?: number | undefined;
}

// A type alias, because an interface isn't assignable to a record of headers.
/** The request headers of Standard Webhooks. */
export type StandardWebhookHeaders = {
  /** The event ID, the same on every attempt. */
  readonly "webhook-id": string;
  /** The time of this attempt (Unix time, s). */
  readonly "webhook-timestamp": string;
  /** Signatures separated by spaces, in base64: `v1,` for HMAC-SHA256, `v1a,` for Ed25519. */
  readonly "webhook-signature": string;
};

/**
 * Creates the three headers of Standard Webhooks 1.0 for a request.
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
      "id must consist of visible ASCII characters other than a period.",
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
