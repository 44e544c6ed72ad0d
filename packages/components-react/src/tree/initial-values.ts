import type { Json, JsonObject, UiNode } from "@plugboard/api";
import { isRecord } from "./is-record.ts";
import { readText } from "./read-attribute.ts";
import { walkTree } from "./walk-tree.ts";

const initialAttributes: ReadonlyMap<string, string> = new Map([
  ["textinput", "initialValue"],
  ["select", "initialValue"],
  ["switch", "initialValue"],
  ["codeblock", "content"],
]);

/**
 * The state with the initial value of every control whose key is not set yet, so that an action carries what the user
 * sees, touched or not.
 */
export function withInitialValues(state: JsonObject, tree: UiNode): JsonObject {
  const initial = new Map<string, Json>();
  for (const node of walkTree(tree)) {
    const key = readText(node, "state");
    const attribute = initialAttributes.get(node.type);
    if (key === undefined || attribute === undefined || Object.hasOwn(state, key)) continue;
    const value = node[attribute];
    if (isInitialValue(value)) initial.set(key, value);
  }
  return initial.size === 0 ? state : { ...Object.fromEntries(initial), ...state };
}

function isInitialValue(value: unknown): value is Json {
  return value !== undefined && value !== null && !isRecord(value);
}
