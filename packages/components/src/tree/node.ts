import type { JsonObject, UiAction, UiNode } from "@plugboard/api";

// Trees from third parties are untrusted, so readers check every value.

/**
 * Returns whether a JSON value is an object, not a list or null.
 *
 * @example
 * ```ts
 * import { isJsonObject } from "@plugboard/components/session";
 *
 * const value: unknown = JSON.parse('{ "name": "Ada" }');
 * if (isJsonObject(value)) console.log(value["name"]);
 * ```
 */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns whether a value is an element: an object with a string `type`.
 *
 * @example
 * ```ts
 * import { isNode } from "@plugboard/components/session";
 *
 * const value: unknown = JSON.parse('{ "type": "divider" }');
 * if (isNode(value)) console.log(value.type);
 * ```
 */
export function isNode(value: unknown): value is UiNode {
  return isJsonObject(value) && typeof value["type"] === "string";
}

/**
 * Returns whether a value is an action: an object with a string `action`.
 *
 * @example
 * ```ts
 * import { isAction } from "@plugboard/components/session";
 *
 * const value: unknown = JSON.parse('{ "action": "save" }');
 * if (isAction(value)) console.log(value.action);
 * ```
 */
export function isAction(value: unknown): value is UiAction {
  return isJsonObject(value) && typeof value["action"] === "string";
}

const attributesWithNodes = [
  "children",
  "element",
  "hint",
  "subtitle",
  "icon",
  "submit",
  "buttons",
  "header",
  "footer",
];

/**
 * Iterates over all elements of a tree, starting at the root. Iterative, so deep trees can't overflow the
 * stack.
 *
 * @example
 * ```ts
 * import { walkTree } from "@plugboard/components/session";
 *
 * const tree = { type: "block", children: [{ type: "divider" }] };
 * console.log([...walkTree(tree)].map(({ type }) => type)); // ["block", "divider"]
 * ```
 */
export function* walkTree(root: UiNode): Generator<UiNode> {
  const waiting: UiNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    for (const name of attributesWithNodes) {
      const value = node[name];
      waiting.push(...(Array.isArray(value) ? value : [value]).filter(isNode).toReversed());
    }
  }
}
