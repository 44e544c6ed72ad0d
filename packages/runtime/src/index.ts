export { createIntegration, type Integration } from "./create-integration.ts";
export type { DedupeStore } from "./dedupe-store.ts";
export type { EnvelopeLimits } from "./envelope/envelope-limits.ts";
export { IntegrationError, type IntegrationErrorCode, isIntegrationError } from "./integration-error.ts";
export type { Host, IntegrationEnv } from "./host.ts";
export type { IntegrationContext, QueuedTask } from "./integration-context.ts";
export {
  allowUnsignedRequests,
  type Component,
  type ComponentResponse,
  type EventHandler,
  type EventHandlers,
  type FetchHandler,
  type IntegrationDefinition,
} from "./integration-definition.ts";
export { createJsonLog, type Log, type LogFields, type LogLevel, type LogLine, type LogSink } from "./log.ts";
export { onceForEvent, type OnceOptions } from "./once-for-event.ts";
export { completionResponse, type CompletionOption } from "./routing/completion-response.ts";
export { createRouter, type Route, type RouteMethod, type Routes } from "./routing/create-router.ts";
export { type InboundWebhookOptions, verifyInboundWebhook } from "./webhooks/verify-inbound-webhook.ts";
export { type WebhookScheme, webhookSchemes } from "./webhooks/webhook-scheme.ts";
