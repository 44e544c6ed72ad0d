export {
  generateSigningKeyPair,
  type SigningKeyPair,
} from "./standard-webhooks/generate-signing-key-pair.ts";
export {
  signStandardWebhook,
  type SignStandardWebhookOptions,
  type StandardWebhookHeaders,
} from "./standard-webhooks/sign-standard-webhook.ts";
export {
  type HeaderSource,
  type VerifiedStandardWebhook,
  verifyStandardWebhook,
  type VerifyStandardWebhookOptions,
} from "./standard-webhooks/verify-standard-webhook.ts";
