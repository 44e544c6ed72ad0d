export { ApiError, type ApiErrorCode, type ApiErrorDetails } from "./client/api-error.ts";
export { type ApiClient, type ApiClientOptions, createApiClient } from "./client/api-client.ts";
export type {
  ApiListItem,
  ApiListRoute,
  ApiRequest,
  ApiRequestArguments,
  ApiRequestOptions,
  ApiResponse,
} from "./client/api-request.ts";
export type { ApiKeyCreation, ApiKeyResource, CreatedApiKey } from "./contract/api-keys.ts";
export type { AuditEntryResource, AuditQuery } from "./contract/audit.ts";
export type { ComponentRendering, SelectOption, SelectOptionsQuery } from "./contract/components.ts";
export type {
  PageContent,
  PageContentUpdate,
  PageResource,
  SiteResource,
  SpaceResource,
  SpaceVisibility,
} from "./contract/content.ts";
export type {
  AcceptedCustomEvent,
  AcceptedCustomEvents,
  CustomEventEmission,
  CustomEventInput,
} from "./contract/custom-events.ts";
export type {
  CustomEventTypeCreation,
  CustomEventTypeResource,
  CustomEventTypeUpdate,
} from "./contract/custom-event-types.ts";
export type { DeliveryView, DeliveryViewCreation } from "./contract/delivery-views.ts";
export type { PageDraft, PageDraftResource, PageDraftUpdate } from "./contract/page-drafts.ts";
export type {
  PageCreation,
  PageMove,
  PageUpdate,
  SiteCreation,
  SiteUpdate,
  SpaceCreation,
  SpaceUpdate,
} from "./contract/content-editing.ts";
export type {
  AttemptResource,
  DeliveryHold,
  DeliveryQuery,
  DeliveryResource,
  DeliveryTarget,
  DeliveryWait,
  NoticeResource,
} from "./contract/deliveries.ts";
export type { EventResource, PlatformEventResource } from "./contract/events.ts";
export type { ChangeResource } from "./contract/changes.ts";
export type {
  DeliveryBody,
  DeliveryCountQuery,
  DeliveryCountResource,
  DeliveryCounts,
  DeliverySelection,
  SentDeliveries,
} from "./contract/delivery-search.ts";
export type {
  EndpointHourResource,
  EndpointStatisticsQuery,
  EndpointStatisticsResource,
  RecoverableFailure,
  RecoveryCount,
  RecoveryCreation,
  RecoveryResource,
  RecoverySelection,
} from "./contract/endpoint-resource.ts";
export type { FieldCondition, FieldValue } from "./contract/endpoint-filter.ts";
export type {
  EndpointAuthentication,
  EndpointCertificate,
  EndpointRateLimit,
  EndpointSending,
  EndpointSendingUpdate,
  EndpointSignature,
} from "./contract/endpoint-sending.ts";
export type {
  GitSyncResource,
  GitSyncResultResource,
  GitSyncStart,
  GitSyncUpdate,
} from "./contract/git-sync.ts";
export type { EndpointEventType } from "./contract/event-type-name.ts";
export type { EventTypeResource } from "./contract/event-types.ts";
export type { EventRecipient, NotReached } from "./contract/event-recipients.ts";
export type {
  InstallationPause,
  InstallationResource,
  SetupProblem,
  SiteInstallationResource,
  SpaceInstallationResource,
} from "./contract/installation-resource.ts";
export type {
  ConnectTicket,
  InstallationUpdate,
  PropertyOption,
  PropertyOptionQuery,
} from "./contract/installations.ts";
export type {
  IntegrationEndpointResource,
  IntegrationEndpointUpdate,
} from "./contract/integration-endpoints.ts";
export type {
  InstallationCreation,
  IntegrationManifestResource,
  InstallationToken,
  IntegrationInstallationQuery,
  IntegrationResource,
  ShareQuery,
} from "./contract/integrations.ts";
export type { IntegrationLogQuery, IntegrationLogResource, LogLevel } from "./contract/logs.ts";
export type { ApiRoute } from "./client/api-route.ts";
export type {
  CreatedInvitation,
  InvitationAcceptance,
  InvitationCreation,
  InvitationResource,
  MemberCreation,
  MemberResource,
  MembershipResource,
  MemberUpdate,
  OrganizationCreation,
  OrganizationResource,
  OrganizationUpdate,
} from "./contract/organizations.ts";
export type { OrganizationQuery, Page, PageQuery } from "./contract/page.ts";
export type {
  LinkToUnfurl,
  PageBlockResource,
  PageBlockUpdate,
  UnfurledLink,
} from "./contract/page-blocks.ts";
export type { ErrorCode, Problem, RequestProblem } from "./contract/problem.ts";
export type {
  IntegrationBundle,
  IntegrationPublication,
  IntegrationRollBack,
  IntegrationVersionResource,
  VersionDeclarations,
  PublishedIntegrationResource,
} from "./contract/publishing.ts";
export type {
  PageChange,
  RevisionAuthor,
  RevisionChange,
  RevisionContent,
  RevisionResource,
  RevisionRestoration,
} from "./contract/revisions.ts";
export type {
  SampleEventCreation,
  SampleEventQuery,
  SampleEventResource,
  SentSampleEvent,
} from "./contract/sample-events.ts";
export type {
  CreatedPortalSession,
  PortalSessionCreation,
  PortalSessionResource,
  PortalSessionSummary,
  PortalTheme,
} from "./contract/portal.ts";
export type { SessionResource, SignIn } from "./contract/session.ts";
export type { SettingResource } from "./contract/settings.ts";
export type { ClaimsSchema, PageCondition, PageConditions } from "./contract/adaptive-content.ts";
export type { ScriptGrant, ScriptHosts } from "./contract/script-grants.ts";
export type {
  FoundPage,
  PageSearchQuery,
  SiteColor,
  SiteCustomization,
  SiteLink,
  SitePreview,
} from "./contract/site-presentation.ts";
export type { SiteAccess, SiteSigningSecrets } from "./contract/site-access.ts";
export type {
  Conversation,
  ConversationIngestion,
  ConversationMessage,
  ConversationResource,
  OpenApiDocumentContent,
  OpenApiDocumentResource,
  OpenApiDocumentUpload,
  PageViewsResource,
} from "./contract/site-data.ts";
export type {
  AcknowledgedDeliveries,
  EndpointAcknowledgement,
  EndpointPoll,
  PolledDeliveries,
  PolledDeliveryResource,
  PollToken,
  PollTokenRotation,
} from "./contract/endpoint-polls.ts";
export type { TaskCreation, TaskResource } from "./contract/tasks.ts";
export type { TokenKeys } from "./contract/token-keys.ts";
export type {
  AcceptedTestEvent,
  SecretRotation,
  TestEvent,
  WebhookEndpoint,
  WebhookEndpointCreation,
  WebhookEndpointQuery,
  WebhookEndpointSecret,
  WebhookEndpointSecrets,
  WebhookEndpointUpdate,
} from "./contract/webhook-endpoints.ts";
export type {
  Consent,
  IntegrationRefusal,
  IntegrationReviewQuery,
  IntegrationReviewResource,
  ShareLink,
  SpaceSelection,
} from "./contract/visibility.ts";
export type {
  ExportedRow,
  OrganizationEntry,
  OrganizationEntryReason,
  OrganizationQuota,
  OrganizationUsage,
  RateUsage,
  VisitorErasure,
} from "./contract/tenancy.ts";
