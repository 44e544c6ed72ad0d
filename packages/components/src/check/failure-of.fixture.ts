import { checkTree } from "./check-tree.ts";
import { ComponentError } from "./component-error.ts";

/** A block with children. */
export const block = (...children: readonly unknown[]): unknown => ({ type: "block", children });

/** Why a tree is refused. @throws Error when it is accepted */
export function failureOf(tree: unknown): ComponentError {
  try {
    checkTree(tree);
  } catch (error) {
    if (error instanceof ComponentError) return error;
    throw error;
  }
  throw new Error("the tree was accepted");
}
