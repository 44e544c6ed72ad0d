export { probeScriptIsolation } from "./sandboxes/probe-machine.ts";
export type { ScriptBundle } from "./bundles/bundle-store.ts";
export { createScriptRunner } from "./client/create-script-runner.ts";
export type {
  ScriptEnvelope,
  ScriptExchange,
  ScriptRequestOptions,
  ScriptResponse,
} from "./client/script-exchange.ts";
export type {
  RetireOptions,
  ScriptRunner,
  ScriptRunnerOptions,
  ScriptTarget,
} from "./client/script-runner.ts";
export type { ApiOrigin } from "./egress/api-origin.ts";
export type { SandboxLogLine } from "./logs/read-log.ts";
export type { ScriptLogLine } from "./protocol/runner-protocol.ts";
export type { RunnerCapabilities } from "./model/runner-capabilities.ts";
export { defaultScriptLimits, type ScriptLimits } from "./model/script-limits.ts";
export { ScriptRunnerError, type ScriptRunnerErrorCode } from "./model/script-runner-error.ts";
export type { RunnerStatus, ScriptStatus } from "./model/runner-status.ts";
