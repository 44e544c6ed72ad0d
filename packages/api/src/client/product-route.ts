import type { Infer } from "../contract/infer.ts";
import type { AnyOperation, Method, Operation } from "../contract/operation.ts";
import type { PathParameters } from "../contract/parameters.ts";
import type { ApiRequestOptions } from "./api-request.ts";

/** An operation that a product declares. */
type ProductOperation = Omit<AnyOperation, "id">;

type PathOf<Declared> =
  Declared extends Operation<infer Path, infer _Q, infer _B, infer _R, infer _I, infer _V, infer _C>
    ? Path
    : never;

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
 *   method: "POST",
 *   path: "/projects/{projectId}/close",
 * };
 * console.log(closeProject.path);
 * ```
 */
export interface ProductRoute<Declared extends ProductOperation> {
  readonly method: Method;
  readonly path: PathOf<Declared>;
  /** Ties the route to the types of its operation. Never set. */
  readonly operation?: Declared;
}

type Params<Path extends string> = keyof PathParameters<Path> extends never
  ? unknown
  : { readonly params: PathParameters<Path> };

/** The input of a call to a product's operation. */
export type ProductRequest<Declared extends ProductOperation> = ApiRequestOptions &
  Params<PathOf<Declared>> &
  (Infer<NonNullable<Declared["query"]>> extends undefined
    ? unknown
    : { readonly query?: Infer<NonNullable<Declared["query"]>> }) &
  (Infer<NonNullable<Declared["body"]>> extends undefined
    ? unknown
    : { readonly body: Infer<NonNullable<Declared["body"]>> });

/** The response body of a product's operation; `undefined` if it has none. */
export type ProductResponse<Declared extends ProductOperation> = Infer<NonNullable<Declared["response"]>>;
