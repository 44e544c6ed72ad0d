export type {
  ContentEventMap,
  ContentEventType,
  ContentInstallationEventMap,
  PageFeedbackEvent,
  SiteViewEvent,
  SpaceContentUpdatedEvent,
  SpaceGitSyncCompletedEvent,
  SpaceGitSyncStartedEvent,
  SpaceViewEvent,
  SpaceVisibilityUpdatedEvent,
  Visitor,
  WebhookEventMap,
  WebhookEventType,
} from "./events/content-event.ts";
export { webhookEventTypes } from "./events/content-event.ts";
export type {
  ContentRequestMap,
  FetchPublishedScriptEvent,
  FetchVisitorAuthenticationEvent,
} from "./events/content-request.ts";
export type {
  ContentDeclarations,
  ContentEvent,
  ContentIntegrationTypes,
} from "./integration/content-integration-types.ts";
export { createIntegration } from "./integration/create-integration.ts";
