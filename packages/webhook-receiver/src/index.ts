export {
  createWebhookReceiver,
  type WebhookReceiver,
  type WebhookReceiverOptions,
} from "./create-webhook-receiver.ts";
export type { ClaimOutcome, DedupeStore, DedupeStoreOptions } from "./dedupe/dedupe-store.ts";
export { createMemoryDedupeStore, type MemoryDedupeStoreOptions } from "./dedupe/memory-dedupe-store.ts";
export type { IncomingWebhook, RequestHeaders } from "./incoming-webhook.ts";
export type { SecretLookup, SecretLookupInput } from "./resolve-secrets.ts";
export type { WebhookAnswer } from "./webhook-answer.ts";
export type { WebhookContext } from "./webhook-context.ts";
export type { UnknownWebhookEvent, WebhookHandler, WebhookHandlers } from "./webhook-handlers.ts";
export { WebhookReceiverError, type WebhookReceiverErrorCode } from "./webhook-receiver-error.ts";
