import type { JsonObject, UiAction, UiNode } from "@plugboard/api";

// A tree that comes from elsewhere is a third party's: whoever reads it asks first what a value is.

/**
 * Whether a value that came out of JSON is an object, and neither a list nor null.
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
 * Whether a value is an element of a tree: an object whose `type` is its name.
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
 * Whether a value is an action: an object whose `action` is its name.
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
 * Every element of a tree, its root first. It keeps a list instead of recursing, so no depth exhausts the stack.
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
