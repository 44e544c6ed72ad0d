export { webhookSchemes } from "./schemes/webhook-schemes.ts";
export { serviceScheme } from "./service/service-scheme.ts";
export type { HmacKey } from "./signature/hmac-sha256.ts";
export {
  type Mismatch,
  type MismatchExplanation,
  type VerifiedWebhook,
  verifySignature,
  type VerifySignatureOptions,
} from "./signature/verify-signature.ts";
export { verifyWebhook, type VerifyWebhookOptions } from "./signature/verify-webhook.ts";
export type {
  HeaderLookup,
  SignatureKey,
  VerificationKey,
  WebhookScheme,
} from "./signature/webhook-scheme.ts";
