export { type WebhookScheme, webhookSchemes } from "@plugboard/webhook-signer/schemes";
export type { EnvelopeLimits } from "./envelope/envelope.ts";
export { createIntegration, type Integration } from "./integration/create-integration.ts";
export type { Host, IntegrationEnv } from "./integration/host.ts";
export {
  type IntegrationStorage,
  resourceStorageOf,
  type StorageContext,
  type StorageEntry,
  type StorageListOptions,
  storageOf,
  type StorageSetOptions,
} from "./integration/storage.ts";
export { resumeTask, type ResumedTask, type TaskContext } from "./integration/resume-task.ts";
export type { IntegrationContext, QueuedTask } from "./integration/integration-context.ts";
export {
  allowUnsignedRequests,
  type Component,
  type ComponentResponse,
  type DueSchedule,
  type EventHandler,
  type EventHandlers,
  type SetupProblem,
  type SetupResult,
  type FetchHandler,
  type FetchRequestHandler,
  type IntegrationDefinition,
  type Tool,
} from "./integration/integration-definition.ts";
export { IntegrationError, type IntegrationErrorCode } from "./errors/integration-error.ts";
export {
  createJsonLog,
  type Log,
  type LogFields,
  type LogLevel,
  type LogLine,
  type LogSink,
} from "./integration/log.ts";
export { type DedupeStore, onceForEvent, type OnceOptions } from "./once/once-for-event.ts";
export { completionResponse, type CompletionOption } from "./routing/completion-response.ts";
export { createRouter, type Route, type RouteMethod, type Routes } from "./routing/create-router.ts";
export { type InboundWebhookOptions, verifyInboundWebhook } from "./webhooks/verify-inbound-webhook.ts";
export { createTool, type ToolContext, type ToolDefinition } from "./tools/create-tool.ts";
