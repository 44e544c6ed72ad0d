export { openEncryptedTokens, type EncryptedTokens } from "./access/encrypted-tokens.ts";
export { type ConnectTickets } from "./access/connect-tickets.ts";
export type { AgentOfPerson, FindAgentScopes } from "./access/agent-consent.ts";
export { type CalledOperation, type Decision, mayCall, type OrganizationScope } from "./access/may-call.ts";
export {
  type PersonPrincipal,
  type Principal,
  type TokenPrincipal,
} from "./access/principal.ts";
export { listNearQuotas, type OrganizationNearQuota } from "./tenancy/list-near-quotas.ts";
export { listOpenedFailures, type OpenedFailures } from "./delivery/failure-statuses.ts";
export { streamKindOf } from "./streams/streams.ts";
export { listPortalOrigins, type PortalOrigin } from "./access/portal-origins.ts";
export { requestSupportAccess, type SupportAccess } from "./access/support-access.ts";
export { acceptInvitation, type Invitation, readInvitation } from "./organizations/invitations.ts";
export {
  addMember,
  listMembers,
  listMembershipsOf,
  type Member,
  type Membership,
  type Person,
  leaveOrganizations,
  removeMember,
} from "./organizations/members.ts";
export {
  createOrganization,
  getOrganization,
  listOrganizations,
  type NewOrganization,
  type Organization,
  type OrganizationFilter,
} from "./organizations/organizations.ts";
export {
  acceptProvisionedMembership,
  offerProvisionedMemberships,
  type MembershipOffer,
} from "./provisioning/offer-memberships.ts";
export { audit, type AuditedChange } from "./audit/audit-log.ts";
export { authenticateToken } from "./access/authorize.ts";
export { type TokenAuthority } from "./access/token-authority.ts";
export { listResourceBlocks, type ResourceBlock } from "./blocks/resource-blocks.ts";
export { type LinkLocation, unfurlLink, type UnfurledBlock } from "./blocks/unfurl-link.ts";
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
  publicEndpointOf,
  type PlatformUrls,
} from "./common/platform-urls.ts";
export { inOrganizations, withoutTenantScope } from "./database/organization-scope.ts";
export { type UnscopedWork } from "./database/unscoped-work.ts";
export { type PlatformContext } from "./database/platform-context.ts";
export { createSecretBox, type SecretBox, type SecretKeys } from "./database/secret-box.ts";
export { checkEncryption, reencryptAll } from "./database/encrypted-columns.ts";
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
export { type SelectOptionsRequest } from "./dispatch/list-select-options.ts";
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
  type EventPage,
  type EventPageQuery,
  type InstallationEvent,
  listEvents,
  listInstallationEvents,
  type StoredEvent,
} from "./events/list-events.ts";
export { createResourceInstallationFeature } from "./installations/api/create-resource-installation-feature.ts";
export { installIntegration, installIntoResource } from "./installations/install-integration.ts";
export {
  findResourceInstallation,
  getInstallation,
  type InstallationRecord,
  type ResourceInstallationRecord,
} from "./installations/installations.ts";
export {
  changeStatus,
  type InstallationEdit,
  removeInstallation,
  updateInstallation,
} from "./installations/change-installation.ts";
export { type Integration } from "./integrations/integrations.ts";
export {
  type Publication,
  type PublishedIntegration,
  publishIntegration,
} from "./publishing/publish-integration.ts";
export { createWebhookEndpoint, type NewWebhookEndpoint } from "./endpoints/webhook-endpoints.ts";
export { boundBodies, type BodyBudgetOptions } from "./http/body-budget.ts";
export { cutPage, keysetOf } from "./operations/paginate.ts";
export {
  createErrorHandler,
  describeDatabaseFailure,
  notFoundResponse,
  type OnError,
} from "./http/problem-response.ts";
export { shareReads } from "./common/share-reads.ts";
export { updateScriptGrant } from "./integrations/script-grants.ts";
export { dispatchRequest, type ProductRequest } from "./dispatch/dispatch-request.ts";
export { createHttpTelemetry, type HttpTelemetryOptions } from "./http/http-telemetry.ts";
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
export { type QuotaContext, requestQuotas, type Spending } from "./tenancy/usage.ts";
export { createPlatform, type PlatformOptions } from "./platform/create-platform.ts";
export type { Platform, StartOptions } from "./operations/platform.ts";
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
  type RequestDeclaration,
  type KindDeclaration,
  type ScopeDeclaration,
} from "./product/define-contract.ts";
export { describeContract } from "./product/describe-contract.ts";
export type { ProductTypes } from "./product/product-types.ts";
export { mergeFeatures } from "./product/merge-features.ts";
export { defineProduct, type Product, type ProductJob } from "./operations/product.ts";
export type {
  KindLookups,
  ProductData,
  ProductResource,
  ProductTable,
  ProductTables,
  ResourceFields,
  SampleSubject,
} from "./product/product-data.ts";
export { appendProductEvent, type NewProductEvent } from "./events/append-product-event.ts";
export { defineFeature, type Feature, type FeatureOptions } from "./operations/feature.ts";
export { type InstalledTool, listTools } from "./tools/list-tools.ts";
export { shareInstallations } from "./tools/share-installations.ts";
export { type ComponentSources, readComponentSources } from "./tools/read-component-sources.ts";
