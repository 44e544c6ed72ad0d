export {
  generateSigningKeyPair,
  type SigningKeyPair,
} from "./standard-webhooks/standard-keys.ts";
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
