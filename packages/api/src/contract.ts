export { adaptiveContentOperations } from "./contract/adaptive-content.ts";
export { apiKeyOperations } from "./contract/api-keys.ts";
export { auditOperations } from "./contract/audit.ts";
export { componentOperations } from "./contract/components.ts";
export { contentEditingOperations } from "./contract/content-editing.ts";
export { contentOperations, spaceVisibilities } from "./contract/content.ts";
export { customEventOperations } from "./contract/custom-events.ts";
export { customEventTypeOperations } from "./contract/custom-event-types.ts";
export { deliveryOperations } from "./contract/deliveries.ts";
export { type ChangedResource, resourceOf } from "./contract/changed-resource.ts";
export { changeOperations } from "./contract/changes.ts";
export { deliverySearchOperations } from "./contract/delivery-search.ts";
export { endpointPollOperations } from "./contract/endpoint-polls.ts";
export { redactedHeader } from "./contract/endpoint-sending.ts";
export { eventOperations } from "./contract/events.ts";
export { eventRecipientOperations } from "./contract/event-recipients.ts";
export { eventTypeOperations, webhookEventCatalogue } from "./contract/event-types.ts";
export { gitSyncOperations } from "./contract/git-sync.ts";
export { installationOperations } from "./contract/installations.ts";
export { integrationEndpointOperations } from "./contract/integration-endpoints.ts";
export { integrationOperations } from "./contract/integrations.ts";
export { organizationOperations } from "./contract/organizations.ts";
export { deliveryViewOperations } from "./contract/delivery-views.ts";
export { pageBlockOperations } from "./contract/page-blocks.ts";
export { pageDraftOperations } from "./contract/page-drafts.ts";
export { portalOperations } from "./contract/portal.ts";
export { revisionOperations } from "./contract/revisions.ts";
export { sampleEventOperations } from "./contract/sample-events.ts";
export { scriptGrantOperations } from "./contract/script-grants.ts";
export {
  describeScriptSources,
  grantedSources,
  type ReadScriptSources,
  readScriptSources,
  type UnsupportedSource,
} from "./contract/script-sources.ts";
export { siteAccessOperations } from "./contract/site-access.ts";
export { siteDataOperations } from "./contract/site-data.ts";
export { sitePresentationOperations } from "./contract/site-presentation.ts";
export { scheduleOperations } from "./contract/schedules.ts";
export { storageOperations } from "./contract/storage.ts";
export { taskOperations } from "./contract/tasks.ts";
export { tokenKeyOperations } from "./contract/token-keys.ts";
export { tenancyOperations } from "./contract/tenancy.ts";
export { visibilityOperations } from "./contract/visibility.ts";
export { webhookEndpointOperations } from "./contract/webhook-endpoints.ts";
export { limits } from "./contract/limits.ts";
export {
  type Access,
  type AnyOperation,
  type Operation,
  type OperationDefinition,
  type Tag,
  tags,
} from "./contract/operation.ts";
export { operations } from "./contract/operations.ts";
export type { Page } from "./contract/page.ts";
export type { PathParameter, PathParameters } from "./contract/parameters.ts";
export {
  type ErrorCode,
  errorCodes,
  type Problem,
  problemSchema,
  type RequestProblem,
} from "./contract/problem.ts";
export { logOperations } from "./contract/logs.ts";
export { publishingOperations } from "./contract/publishing.ts";
export { sessionOperations } from "./contract/session.ts";
export { settingOperations } from "./contract/settings.ts";
