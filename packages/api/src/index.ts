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
export { eventScopes, scopeOfEvent, siteRequestScopes } from "./events/event-scope.ts";
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
  type FetchPublishedScriptEvent,
  type FetchRequestMap,
  type FetchRequestType,
  fetchRequestTypes,
  type FetchVisitorAuthenticationEvent,
  type FetchWebhookPayloadEvent,
  type InstallationDeletedEvent,
  type InstallationSetupEvent,
  type PreviousInstallation,
  type ResourceInstallationEventMap,
  type RuntimeEvent,
  type RuntimeEventMap,
  type RuntimeEventType,
  platformEventTypes,
  runtimeEventTypes,
  type SiteInstallationDeletedEvent,
  type SiteInstallationSetupEvent,
  type SiteRequestMap,
  type SiteRequestType,
  type SpaceGitSyncCompletedEvent,
  type SpaceGitSyncStartedEvent,
  type SpaceInstallationDeletedEvent,
  type SpaceInstallationSetupEvent,
  type SpaceViewEvent,
  type SpaceVisibilityUpdatedEvent,
  type ScheduleEvent,
  type TaskEvent,
  type TaskRun,
} from "./events/runtime-event.ts";
export { type Role, roles } from "./vocabulary/role.ts";
export { hashOfBundle } from "./vocabulary/hash-of-bundle.ts";
export {
  internalScopes,
  type KeyScope,
  type KeyScopeName,
  keyScopes,
  operatorScopes,
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
export {
  type EventBase,
  type PageFeedbackEvent,
  type SiteViewEvent,
  type SpaceContentUpdatedEvent,
  type Visitor,
  type WebhookEvent,
  type WebhookEventMap,
  type WebhookEventType,
  webhookEventTypes,
} from "./events/webhook-event.ts";
