export { ApiError, type ApiErrorCode, type ApiErrorDetails } from "./api-error.ts";
export { type ApiClient, type ApiClientOptions, createApiClient } from "./client/api-client.ts";
export type {
  ApiErrorBody,
  ApiPaths,
  DeliveryQuery,
  Page,
  PageQuery,
} from "./client/api-paths.ts";
export type {
  ApiListItem,
  ApiListPath,
  ApiMethod,
  ApiPath,
  ApiRequest,
  ApiRequestArguments,
  ApiRequestOptions,
  ApiResponse,
} from "./client/api-request.ts";
export type {
  PageContent,
  PageContentUpdate,
  PageResource,
  SiteResource,
  SpaceResource,
} from "./client/content-resource.ts";
export type {
  AttemptResource,
  DeliveryResource,
  DeliveryTarget,
  EventResource,
} from "./client/delivery-resource.ts";
export type {
  EndpointHourResource,
  EndpointStatisticsQuery,
  EndpointStatisticsResource,
} from "./client/endpoint-statistics.ts";
export type {
  InstallationResource,
  InstallationUpdate,
  SiteInstallationResource,
  SpaceInstallationResource,
} from "./client/installation-resource.ts";
export type { IntegrationResource } from "./client/integration-resource.ts";
export type { RecoveryCreation, RecoveryResource } from "./client/recovery.ts";
export type { TaskCreation, TaskResource } from "./client/task-resource.ts";
export type {
  AcceptedTestEvent,
  SecretRotation,
  TestEvent,
  WebhookEndpoint,
  WebhookEndpointCreation,
  WebhookEndpointSecret,
  WebhookEndpointSecrets,
  WebhookEndpointUpdate,
} from "./client/webhook-endpoint.ts";
