import { expandOperation, type FieldDeclarations } from "./kind-fields.ts";
import type { AnyOperation } from "./operation.ts";
import { declaredOperations } from "./operations.ts";

/**
 * Returns the operations of a platform with a product: the platform's, with the fields of the product and its kinds,
 * and the product's own.
 *
 * @example
 * import { operationsOf } from "@plugboard/api/contract";
 *
 * const all = operationsOf({ kinds: { project: { plural: "projects" } } });
 * console.log(all.some(({ id }) => id === "queueTask")); // true
 */
export function operationsOf({
  operations = {},
  ...fields
}: FieldDeclarations & {
  readonly operations?: Readonly<Record<string, AnyOperation>> | undefined;
}): readonly AnyOperation[] {
  const platform = Object.values<AnyOperation>(declaredOperations);
  return [...platform.map((each) => expandOperation(each, fields)), ...Object.values(operations)];
}
