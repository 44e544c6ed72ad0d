import * as features from "./features.ts";
import type { Operation } from "./operation.ts";
import type { OperationTypes } from "./types.ts";

type Merged<Tables> = (Tables extends unknown ? (table: Tables) => void : never) extends (
  table: infer Table,
) => void
  ? Table
  : never;

const entries = Object.values(features).flatMap((table) => Object.entries(table));

/** The declarations of all operations, with the types inferred from their schemas. */
// The type ties each id to its operation, which the type of a loop can't express.
export const declaredOperations = Object.fromEntries(entries) as Merged<
  (typeof features)[keyof typeof features]
>;

/** An operation with the types that `@plugboard/api/client` documents. */
export type ContractOperation<Id extends keyof OperationTypes> = Operation<
  OperationTypes[Id]["path"],
  OperationTypes[Id]["query"],
  OperationTypes[Id]["body"],
  OperationTypes[Id]["response"],
  OperationTypes[Id]["idempotent"],
  OperationTypes[Id]["version"],
  OperationTypes[Id]["creates"]
> & { readonly id: Id };

/**
 * All operations of the platform's HTTP API by ID.
 *
 * @alias declaredOperations
 */
export const operations: {
  readonly [Id in keyof typeof declaredOperations]: ContractOperation<Id>;
} = declaredOperations;
