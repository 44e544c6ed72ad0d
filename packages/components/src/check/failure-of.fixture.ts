import { checkTree } from "./check-tree.ts";
import { ComponentError } from "./component-error.ts";

/** Creates a block with children. */
export const block = (...children: readonly unknown[]): unknown => ({ type: "block", children });

/** Returns the error for an invalid tree. @throws Error if the tree is valid */
export function failureOf(tree: unknown): ComponentError {
  try {
    checkTree(tree);
  } catch (error) {
    if (error instanceof ComponentError) return error;
    throw error;
  }
  throw new Error("the tree is valid");
}
