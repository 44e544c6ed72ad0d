export * from "./contract/features.ts";
export { authorSchema } from "./contract/author.ts";
export { editors, everyMember, managers } from "./contract/callers.ts";
export { type ChangedResource, changedResources, resourceOf } from "./contract/changed-resource.ts";
export { defineInstallations, type ResourceInstallationOperations } from "./contract/define-installations.ts";
export { redactedHeader, sendingSchema, sendingUpdateSchema } from "./contract/endpoint-sending.ts";
export { type DeclaredEvent, eventBodySchema } from "./contract/declared-event.ts";
export {
  describeScriptSources,
  grantedSources,
  type ReadScriptSources,
  readScriptSources,
  type UnsupportedSource,
} from "./contract/script-sources.ts";
export { platformEventSchema } from "./contract/events.ts";
export {
  installationExample,
  installationFields,
  installationFieldsExample,
  installationSchema,
} from "./contract/installation-resource.ts";
export { resourceInstallationDefinitions } from "./contract/installations.ts";
export { jsonObjectSchema, settingsSchema } from "./contract/json.ts";
export {
  expandOperation,
  type FieldDeclarations,
  type NoFields,
  type ProductFields,
  type ResourceKinds,
} from "./contract/kind-fields.ts";
export { type KindOperations, kindOperations } from "./contract/kind-operations.ts";
export { memberParts } from "./contract/embed-tokens.ts";
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
export { operationsOf } from "./contract/operations-of.ts";
export type { Infer } from "./contract/infer.ts";
export {
  organizationQuerySchema,
  type Page,
  pageOf,
  pageQueryFields,
  pageQuerySchema,
} from "./contract/page.ts";
export { pathParameter, type PathParameter, type PathParameters } from "./contract/parameters.ts";
export {
  type ErrorCode,
  errorCodes,
  type Problem,
  problemSchema,
  type RequestProblem,
} from "./contract/problem.ts";
export { sessionOperations } from "./contract/session.ts";
export { shape } from "./contract/shape.ts";
