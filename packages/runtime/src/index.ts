export { createIntegration, type Integration } from "./create-integration.ts";
export type { EnvelopeLimits } from "./envelope/envelope-limits.ts";
export { ExposableError, type ExposableErrorCode, isExposableError } from "./exposable-error.ts";
export type { Host, IntegrationEnv } from "./host.ts";
export type { IntegrationContext, QueuedTask } from "./integration-context.ts";
export {
  allowUnsignedRequests,
  type Component,
  type ComponentRender,
  type EventHandler,
  type EventHandlers,
  type FetchHandler,
  type IntegrationDefinition,
} from "./integration-definition.ts";
export { createJsonLog, type Log, type LogFields, type LogLevel, type LogLine, type LogSink } from "./log.ts";
