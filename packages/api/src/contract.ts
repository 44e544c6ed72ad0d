export * from "./contract/features.ts";
export { spaceVisibilities } from "./contract/content.ts";
export { type ChangedResource, changedResources, resourceOf } from "./contract/changed-resource.ts";
export { defineInstallations, type ResourceInstallationOperations } from "./contract/define-installations.ts";
export { redactedHeader } from "./contract/endpoint-sending.ts";
export { webhookEventCatalog } from "./contract/event-types.ts";
export {
  describeScriptSources,
  grantedSources,
  type ReadScriptSources,
  readScriptSources,
  type UnsupportedSource,
} from "./contract/script-sources.ts";
export { limits } from "./contract/limits.ts";
export {
  type Access,
  type AnyOperation,
  defineOperations,
  operation,
  type Operation,
  type OperationDefinition,
  type Tag,
  tags,
} from "./contract/operation.ts";
export { contractSchema } from "./contract/product-contract.ts";
export { operations } from "./contract/operations.ts";
export type { Infer } from "./contract/infer.ts";
export { type Page, pageOf, pageQuerySchema } from "./contract/page.ts";
export type { PathParameter, PathParameters } from "./contract/parameters.ts";
export {
  type ErrorCode,
  errorCodes,
  type Problem,
  problemSchema,
  type RequestProblem,
} from "./contract/problem.ts";
export { sessionOperations } from "./contract/session.ts";
