import type { RootElement } from "../elements/element.ts";
import { checkValue } from "./check-value.ts";
import { typeOf } from "./value.ts";

/**
 * Checks that a value is a complete component tree: known elements with known attributes, children where they may
 * stand, URLs that run no script, plain JSON throughout, within {@link treeLimits}.
 *
 * @throws {ComponentError} at the first problem; its `path` leads there, such as `block.children[2].onPress.action`.
 */
export function checkTree(tree: unknown): asserts tree is RootElement {
  checkValue(tree, typeOf(tree) || "tree", "block|modal|configuration");
}
