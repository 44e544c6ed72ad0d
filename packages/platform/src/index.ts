export { openSealedTokens, type SealedTokens } from "./access/sealed-tokens.ts";
export { type ConnectTickets } from "./access/connect-tickets.ts";
export { type CalledOperation, type Decision, mayCall, type OrganizationScope } from "./access/may-call.ts";
export {
  type PersonPrincipal,
  type Principal,
  type TokenPrincipal,
} from "./access/principal.ts";
export { requestSupportAccess, type SupportAccess } from "./access/support-access.ts";
export { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from "./access/api-keys.ts";
export {
  acceptInvitation,
  createInvitation,
  type Invitation,
  listInvitations,
  type NewInvitation,
  readInvitation,
  revokeInvitation,
} from "./organizations/invitations.ts";
export {
  addMember,
  changeMemberRole,
  getMember,
  listMembers,
  listMembershipsOf,
  type Member,
  type Membership,
  type Person,
  removeMember,
} from "./organizations/members.ts";
export {
  createOrganization,
  getOrganization,
  listOrganizations,
  type NewOrganization,
  type Organization,
  type OrganizationEdit,
  type OrganizationFilter,
  updateOrganization,
} from "./organizations/organizations.ts";
export {
  type AuditActor,
  audit,
  type AuditEntry,
  type AuditQuery,
  type AuditedChange,
  listAuditEntries,
} from "./audit/audit-log.ts";
export { authenticateToken } from "./access/authorize.ts";
export { type TokenAuthority } from "./access/token-authority.ts";
export {
  type BlockLocation,
  type BlockRequest,
  findBlockInstallations,
  listBlockOptions,
  renderPageBlock,
  updatePageBlock,
} from "./blocks/page-blocks.ts";
export { type UnfurledBlock, unfurlLink } from "./blocks/unfurl-link.ts";
export { createApi, type Api, type ApiOptions } from "./api/create-api.ts";
export type { ServerSettings } from "./settings/server-settings.ts";
export { type Authenticate, type RequestFacts } from "./api/serve-operations.ts";
export {
  orNotFound,
  PlatformError,
  type PlatformErrorCode,
  type PlatformErrorOptions,
  type PlatformProblem,
  type RateLimitState,
} from "./common/platform-error.ts";
export {
  installationOfHost,
  integrationEndpointOf,
  publicEndpointOf,
  publishedUrlOf,
  type PlatformUrls,
} from "./common/platform-urls.ts";
export {
  getSite,
  getSpace,
  listSites,
  listSpaces,
  type Site,
  type Space,
} from "./content/content.ts";
export {
  createSite,
  createSpace,
  type NewSite,
  type NewSpace,
  type SiteEdit,
  type SpaceEdit,
  trashSite,
  trashSpace,
  updateSite,
  updateSpace,
} from "./content/edit-spaces.ts";
export {
  createPage,
  deletePage,
  getPage,
  type ListedPage,
  listPages,
  listPagesWithText,
  movePage,
  type NewPage,
  type Page,
  type PageEdit,
  type PageMove,
  savePage,
} from "./content/pages.ts";
export { type RevisionAuthor } from "./content/revise-space.ts";
export { comparePages, diffPage, type PageDifference } from "./content/compare-revisions.ts";
export { restoreRevision } from "./content/restore-revision.ts";
export {
  getRevision,
  getRevisionPage,
  listRevisionPages,
  listRevisions,
  type PageTextVersion,
  type PageVersion,
  type Revision,
  type RevisionQuery,
} from "./content/revisions.ts";
export {
  createVisitRecorder,
  networkOf,
  type Visit,
  type VisitRecorder,
  type VisitRecorderOptions,
} from "./content/visits.ts";
export { listSiteViews, type PageViews } from "./content/page-views.ts";
export { ingestConversations } from "./sites/conversations.ts";
export {
  getOpenApiDocument,
  listOpenApiDocuments,
  listOpenApiVersions,
  type OpenApiDocument,
  uploadOpenApiDocument,
} from "./sites/openapi-documents.ts";
export { type PageMatch, searchPages, searchWords } from "./content/search-pages.ts";
export { seedPlatform } from "./content/seed.ts";
export { inOrganizations, withoutTenantScope } from "./database/organization-scope.ts";
export { type UnscopedWork } from "./database/unscoped-work.ts";
export { type PlatformContext } from "./database/platform-context.ts";
export { createSecretBox, type SecretBox, type SecretKeys } from "./database/secret-box.ts";
export { checkSeals, resealAll } from "./database/sealed-columns.ts";
export { createSettings, type Settings } from "./database/settings.ts";
export type { PlatformStorage, ScopedDatabase } from "./database/storage.ts";
export { type Tables } from "./database/tables.ts";
export { type EventLocation, explainRecipient } from "./delivery/explain-recipient.ts";
export type { DeliverySettings, Workers } from "./delivery/workers.ts";
export type { DispatchContext } from "./dispatch/dispatch-target.ts";
export { createRunner, type RunnerParts } from "./dispatch/create-runner.ts";
export type {
  IntegrationRunner,
  RetireOptions,
  RunnerEnvelope,
  RunnerExchange,
  RunnerOptions,
  RunnerResponse,
  RunnerTarget,
  RunningScript,
  ScriptTarget,
  UrlTarget,
} from "./dispatch/integration-runner.ts";
export { listSelectOptions, type SelectOptionsRequest } from "./dispatch/list-select-options.ts";
export { listOptions, type OptionsRequest, type PropertyOption } from "./dispatch/list-options.ts";
export {
  createRenderComponent,
  type RenderComponent,
  type RenderRequest,
} from "./dispatch/render-component.ts";
export { createUrlRunner } from "./dispatch/url-runner.ts";
export { type NewEvent } from "./events/append-event.ts";
export { emitEvent } from "./events/append-event.ts";
export {
  createCustomEventType,
  type CustomEventTypeChange,
  type DefinedEventType,
  getCustomEventType,
  listCustomEventTypes,
  type NewCustomEventType,
  updateCustomEventType,
} from "./events/custom-event-types.ts";
export type { DataDescription } from "./events/custom-event-schema.ts";
export {
  emitCustomEvents,
  type EmittedCustomEvent,
  type NewCustomEvent,
} from "./events/emit-custom-events.ts";
export {
  audienceOf,
  type EmittedEventType,
  type EventAudience,
  type EventFields,
  sampleFields,
  type SampleLocation,
} from "./events/sample-event.ts";
export {
  type EventPage,
  type EventPageQuery,
  getEvent,
  type InstallationEvent,
  listEvents,
  listInstallationEvents,
  type StoredEvent,
} from "./events/list-events.ts";
export { installIntegration, installIntoResource } from "./installations/install-integration.ts";
export {
  findResourceInstallation,
  getInstallation,
  type InstallationQuery,
  type InstallationRecord,
  listInstallations,
  listResourceInstallations,
  type ResourceInstallationRecord,
} from "./installations/installations.ts";
export { exportOrganization, type ExportedRow, type ExportPart } from "./tenancy/export-organization.ts";
export { removeOrganization } from "./tenancy/remove-organization.ts";
export {
  getOrganizationUsage,
  type QuotaContext,
  setOrganizationQuota,
} from "./tenancy/usage.ts";
export { expungeEvents, type Expunged } from "./tenancy/expunge-events.ts";
export { eraseVisitor, listVisitorEvents } from "./tenancy/visitors.ts";
export { consentToInstallation } from "./installations/consent.ts";
export { selectSpaces } from "./installations/space-selection.ts";
export {
  decideReview,
  type IntegrationReview,
  listIntegrationReviews,
  type ReviewDecision,
  type ReviewQuery,
  submitIntegration,
} from "./integrations/reviews.ts";
export { getShareToken, rotateShareToken } from "./integrations/share-links.ts";
export {
  deleteStoredValue,
  incrementStoredValue,
  type NewStoredValue,
  setStoredValue,
  type StorageCondition,
} from "./stored-values/change-stored-values.ts";
export {
  getStoredValue,
  listStoredValues,
  type StorageOwner,
  type StoredValueQuery,
  type StoredValueRecord,
  type StoredValueState,
} from "./stored-values/stored-values.ts";
export { type NewTask, type QueuedTask, queueTask } from "./installations/queue-task.ts";
export {
  changeStatus,
  type InstallationEdit,
  removeInstallation,
  updateInstallation,
} from "./installations/change-installation.ts";
export { getIntegration, type Integration, listIntegrations } from "./integrations/integrations.ts";
export {
  type IntegrationVersion,
  listIntegrationVersions,
  rollBackIntegration,
} from "./publishing/integration-versions.ts";
export {
  type Publication,
  type PublishedIntegration,
  publishIntegration,
} from "./publishing/publish-integration.ts";
export { removeIntegration } from "./publishing/remove-integration.ts";
export { rotateEndpointSecret } from "./endpoints/endpoint-secrets.ts";
export {
  createWebhookEndpoint,
  getWebhookEndpoint,
  type NewWebhookEndpoint,
  updateWebhookEndpoint,
} from "./endpoints/webhook-endpoints.ts";
export { boundBodies, type BodyBudgetOptions } from "./http/body-budget.ts";
export {
  createErrorHandler,
  describeDatabaseFailure,
  notFoundResponse,
  type OnError,
} from "./http/problem-response.ts";
export { shareReads } from "./common/share-reads.ts";
export { findScriptGrant, updateScriptGrant } from "./integrations/script-grants.ts";
export { dispatchSiteRequest, type SiteRequest } from "./dispatch/dispatch-site-request.ts";
export { findPublishedSite, findSite, type PublishedSite } from "./sites/find-published-site.ts";
export {
  getSiteAccess,
  listSiteSigningSecrets,
  listVisitorSecrets,
  rotateSiteSigningSecret,
  type SiteSigningSecret,
  updateSiteAccess,
} from "./sites/site-access.ts";
export {
  fetchSiteScript,
  listSiteScripts,
  type PublishedScript,
  type SiteScript,
} from "./sites/site-scripts.ts";
export {
  type Claims,
  getClaimsSchema,
  getPageConditions,
  listPageConditions,
  meetsConditions,
  selectClaims,
  selectPages,
  updateClaimsSchema,
  updatePageConditions,
} from "./sites/adaptive-content.ts";
export { getSiteCustomization, updateSiteCustomization } from "./sites/site-customization.ts";
export { type SitePreviews } from "./sites/site-previews.ts";
export { readVisitorToken, type VisitorIdentity, type VisitorTokenRefusal } from "./sites/visitor-token.ts";
export { createHttpTelemetry, type HttpTelemetryOptions } from "./http/http-telemetry.ts";
export {
  bindGit,
  type GitBinding,
  type GitBindingSettings,
  type GitDirection,
  type GitSide,
  type GitSyncResult,
  receiveGitPush,
} from "./git-sync/git-bindings.ts";
export {
  createGitProgram,
  type GitCredentials,
  type GitProgram,
  type GitProgramOptions,
  type GitRepository,
  type GitRunOptions,
} from "./git-sync/git-program.ts";
export type { GitNetwork } from "./git-sync/git-tunnel.ts";
export {
  type DocumentReply,
  type DocumentThread,
  type DocumentThreadOptions,
  openDocumentThread,
} from "./documents/open-document-thread.ts";
export { readBody, readJsonBody } from "./http/read-body.ts";
export { createDatabaseRateLimiter } from "./rate-limits/database-rate-limiter.ts";
export { createMemoryRateLimiter } from "./rate-limits/memory-rate-limiter.ts";
export { defaultQuotas, type PlatformQuotas } from "./rate-limits/platform-quotas.ts";
export {
  type RateLimiter,
  type RateLimitGrant,
  type RateLimitPolicy,
  spendQuota,
} from "./rate-limits/rate-limiter.ts";
export {
  createPlatform,
  type Platform,
  type PlatformOptions,
  type StartOptions,
} from "./platform/create-platform.ts";
export { type AssetServer, createAssetServer } from "./public-endpoints/create-asset-server.ts";
export {
  createPublicEndpoints,
  type PublicConnection,
  type PublicEndpoints,
  type PublicEndpointsOptions,
} from "./public-endpoints/create-public-endpoints.ts";
export type { ResourceKind } from "./database/tables.ts";
export {
  type Contract,
  defineContract,
  type EventDeclaration,
  type KindDeclaration,
  type ScopeDeclaration,
} from "./product/define-contract.ts";
export { mergeFeatures } from "./product/merge-features.ts";
export { defineProduct, type KindLookups, type Product, type ProductResource } from "./product/product.ts";
export { appendProductEvent, type NewProductEvent } from "./events/append-product-event.ts";
export { defineFeature, type Feature, type FeatureOptions } from "./operations/feature.ts";
