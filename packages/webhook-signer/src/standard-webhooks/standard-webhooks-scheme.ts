import { SignatureError } from "../signature/signature-error.ts";
import type { VerificationKey, WebhookScheme } from "../signature/webhook-scheme.ts";
import { ed25519PublicKey, parseStandardKey } from "./standard-keys.ts";

/** Standard Webhooks 1.0: `v1` signatures for a `whsec_` secret, `v1a` signatures for a `whpk_` public key. */
export const standardWebhooksScheme: WebhookScheme = {
  signatureHeader: "webhook-signature",
  separator: " ",
  signaturePrefix: "v1,",
  encoding: "base64",
  timestampHeader: "webhook-timestamp",
  idHeader: "webhook-id",
  signedPrefix: ({ timestamp, id }) => `${id}.${timestamp}.`,
  readKey: readVerificationKey,
};

function readVerificationKey(secret: string): VerificationKey {
  const key = parseStandardKey(secret);
  if (key.kind === "symmetric") return key.bytes;
  if (key.kind === "public") return ed25519PublicKey(key.bytes);
  throw new SignatureError(
    "secret_invalid",
    "A whsk_ private key signs and belongs to the sender. Verify with its whpk_ public key.",
  );
}
