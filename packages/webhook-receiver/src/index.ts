export {
  createCustomReceiver,
  type CustomReceiverOptions,
  type CustomWebhookContext,
} from "./receiving/create-custom-receiver.ts";
export type { WebhookReceiver } from "./receiving/create-receiver.ts";
export { createWebhookReceiver } from "./receiving/create-webhook-receiver.ts";
export type { ClaimOutcome, DedupeStore, DedupeStoreOptions } from "./dedupe/dedupe-store.ts";
export { createMemoryDedupeStore, type MemoryDedupeStoreOptions } from "./dedupe/memory-dedupe-store.ts";
export type { IncomingWebhook, RequestHeaders } from "./common/incoming-webhook.ts";
export type { SecretLookup, SecretLookupInput } from "./receiving/resolve-secrets.ts";
export type { StandardIssue, StandardResult, StandardSchema } from "./common/standard-schema.ts";
export type { WebhookResponse } from "./common/webhook-response.ts";
export type { WebhookContext } from "./common/webhook-context.ts";
export type {
  KnownWebhookEvent,
  UnknownWebhookEvent,
  WebhookHandler,
  WebhookHandlers,
} from "./receiving/webhook-handlers.ts";
export { WebhookReceiverError, type WebhookReceiverErrorCode } from "./common/webhook-receiver-error.ts";
export type { ReceivingOptions, WebhookReceiverOptions } from "./receiving/webhook-receiver-options.ts";
