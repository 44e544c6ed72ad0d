export { limits } from "./contract/limits.ts";
export {
  type Access,
  type AnyOperation,
  type ApiRoute,
  type Operation,
  type OperationDefinition,
  type Tag,
  tags,
} from "./contract/operation.ts";
export { operations } from "./contract/operations.ts";
export { type Page, type PageQuery } from "./contract/page.ts";
export type { PathParameter, PathParameters } from "./contract/parameters.ts";
export {
  type ErrorCode,
  errorCodes,
  type Problem,
  problemSchema,
  type RequestProblem,
} from "./contract/problem.ts";
export { sessionOperations } from "./contract/session.ts";
