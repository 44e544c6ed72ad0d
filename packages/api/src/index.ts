export {
  type ApiTokens,
  type Configuration,
  type DefaultIntegrationTypes,
  type Environment,
  type EnvironmentIntegration,
  type EnvironmentSelection,
  type EnvironmentSigningSecrets,
  type Installation,
  type IntegrationTypes,
  type ProductDeclarations,
  type ProductEventsOf,
  type ProductInstallation,
  type RequestsOf,
} from "./environment/environment.ts";
export {
  type ResourceInstallationOfEnvironment,
  resourceInstallationsOf,
} from "./environment/resource-installations.ts";
export { type CustomEvent, type CustomEventType, isCustomEventType } from "./events/custom-event.ts";
export type { EventBase } from "./events/event-base.ts";
export { scopeOfEvent } from "./events/event-scope.ts";
export { httpUrlProblem, isHttpUrl } from "./vocabulary/http-url.ts";
export { isJson } from "./events/is-json.ts";
export { type InstallationStatus, installationStatuses } from "./vocabulary/installation-status.ts";
export type { IntegrationDescription } from "./events/integration-description.ts";
export {
  type Category,
  categories,
  type Target,
  targets,
  type Visibility,
  visibilities,
} from "./vocabulary/manifest-vocabulary.ts";
export {
  type EnvelopeEvent,
  type FetchEvent,
  type FetchWebhookPayloadEvent,
  type InstallationDeletedEvent,
  type InstallationSetupEvent,
  type PlatformEvent,
  type PlatformEventMap,
  type PlatformEventType,
  platformEventTypes,
  type PlatformRequestMap,
  type PreviousInstallation,
  type ResourceInstallationEventMap,
  type ScheduleEvent,
  type TaskEvent,
  type TaskRun,
} from "./events/platform-event.ts";
export { type Role, roles } from "./vocabulary/role.ts";
export { hashOfBundle } from "./vocabulary/hash-of-bundle.ts";
export {
  type KeyScope,
  type KeyScopeName,
  keyScopes,
  operatorScopes,
  provisioningScope,
  type Scope,
  type ScopeName,
  scopes,
} from "./vocabulary/scope.ts";
export type { ToolCaller, ToolCallEvent } from "./events/tool-call.ts";
export {
  type Json,
  type JsonCompatible,
  type JsonObject,
  type UiAction,
  type UiCompleteResponse,
  type UiContext,
  type UiContextType,
  type UiElementResponse,
  type UiNode,
  type UiRenderResponse,
  type UiRenderEvent,
} from "./events/ui-render.ts";
