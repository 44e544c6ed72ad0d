import type { ReadOnly } from "../contract/infer.ts";
import type { AnyOperation, Operation } from "../contract/operation.ts";
import type { OperationShape, RouteOf } from "../contract/api-route.ts";

type Flag<Value> = Value extends true ? true : undefined;

/** The types of an operation, inferred from its schemas. */
export type OperationTypesOf<Declared> =
  Declared extends Operation<
    infer Path,
    infer Query,
    infer Body,
    infer Response,
    infer Idempotent,
    infer Version,
    infer Creates
  >
    ? {
        readonly path: Path;
        readonly query: ReadOnly<Query>;
        readonly body: ReadOnly<Body>;
        readonly response: ReadOnly<Response>;
        readonly idempotent: Flag<Idempotent>;
        readonly version: Version extends string | undefined ? Version : undefined;
        readonly creates: Flag<Creates>;
      }
    : OperationShape;

/**
 * The route of a product's operation. It contains no schemas, so that they are left out of an integration's
 * bundle; the compiler compares it with the operation.
 *
 * @example
 * ```ts
 * import { defineOperations, operation } from "@plugboard/api/contract";
 * import type { ProductRoute } from "@plugboard/api/client";
 *
 * const operations = defineOperations({
 *   closeProject: operation({
 *     method: "POST",
 *     path: "/projects/{projectId}/close",
 *     tag: "Content",
 *     summary: "Close a project",
 *     access: "administrator",
 *     roles: ["owner"],
 *     example: {},
 *   }),
 * });
 * const closeProject: ProductRoute<typeof operations.closeProject> = {
 *   id: "closeProject",
 *   method: "POST",
 *   path: "/projects/{projectId}/close",
 * };
 * console.log(closeProject.path);
 * ```
 */
export type ProductRoute<Declared extends AnyOperation> = RouteOf<
  { readonly [Id in Declared["id"]]: OperationTypesOf<Declared> },
  Declared["id"]
>;

/** The routes of a product's operations by id. */
export type ProductRoutes<Operations extends Readonly<Record<string, AnyOperation>>> = {
  readonly [Id in keyof Operations & string]: RouteOf<
    { readonly [Name in Id]: OperationTypesOf<Operations[Name]> },
    Id
  >;
};
