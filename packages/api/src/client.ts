export { ApiError, type ApiErrorCode, type ApiErrorDetails } from "./client/api-error.ts";
export {
  type ApiClient,
  type ApiClientOptions,
  createApiClient,
  type NoKinds,
  type NoOperations,
  type ProductOperations,
} from "./client/api-client.ts";
export type {
  ApiListItem,
  ApiRequest,
  ApiRequestArguments,
  ApiRequestOptions,
  ApiResponse,
} from "./client/api-request.ts";
export type {
  ApiListRoute,
  ApiResourceRoute,
  ApiRoute,
  OperationShape,
  RouteOf,
} from "./contract/api-route.ts";
export type { OperationTypesOf, ProductRoute, ProductRoutes } from "./client/product-route.ts";
export type { Page } from "./contract/page.ts";
export type { ErrorCode, Problem, RequestProblem } from "./contract/problem.ts";
export { type ChangedResource, resourceOf } from "./contract/changed-resource.ts";
export {
  resourceInstallationRoutes,
  type ResourceInstallationRoutes,
} from "./contract/resource-installation-routes.ts";
export type * from "./contract/types.ts";
