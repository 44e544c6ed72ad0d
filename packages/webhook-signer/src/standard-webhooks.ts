export {
  generateSigningKeyPair,
  type SigningKeyPair,
} from "./standard-webhooks/generate-signing-key-pair.ts";
export {
  signStandardWebhook,
  type SignStandardWebhookOptions,
} from "./standard-webhooks/sign-standard-webhook.ts";
export type { HeaderSource, StandardWebhookHeaders } from "./standard-webhooks/standard-webhook-headers.ts";
export {
  verifyStandardWebhook,
  type VerifiedStandardWebhook,
  type VerifyStandardWebhookOptions,
} from "./standard-webhooks/verify-standard-webhook.ts";
