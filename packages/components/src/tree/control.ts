import type { Json, JsonObject, UiAction, UiNode } from "@plugboard/api";
import { isAction, isJsonObject, walkTree } from "./node.ts";

interface ControlAttributes {
  /** The attribute with the initial value. */
  readonly initial?: string;
  /** The attribute with the change action. */
  readonly change?: string;
  /** The action's name for the new value. */
  readonly dataName?: string;
}

const onValueChange = { change: "onValueChange", dataName: "value" };

const controlTypes: ReadonlyMap<string, ControlAttributes> = new Map<string, ControlAttributes>([
  ["textinput", { initial: "initialValue" }],
  ["select", { initial: "initialValue", ...onValueChange }],
  ["switch", { initial: "initialValue", ...onValueChange }],
  ["radio", {}],
  ["checkbox", {}],
  ["codeblock", { initial: "content", change: "onContentChange", dataName: "content" }],
]);

/** An element with a value that the user can change. */
export interface FormControl {
  /** The state key of its value. */
  readonly key: string;
  /** Its initial value, if any. */
  readonly initialValue: Json | undefined;
  /** The change action, and its name for the new value. */
  readonly onChange: { readonly action: UiAction; readonly dataName: string } | undefined;
}

/**
 * Returns an element's state key, initial value and change action. `undefined` if the element has no value.
 *
 * @example
 * ```ts
 * import { readControl } from "@plugboard/components/session";
 *
 * console.log(readControl({ type: "textinput", state: "name", initialValue: "Ada" })?.key); // "name"
 * ```
 */
export function readControl(node: UiNode): FormControl | undefined {
  const attributes = controlTypes.get(node.type);
  const key = node["state"];
  if (attributes === undefined || typeof key !== "string") return undefined;
  const { initial = "", change = "", dataName = "" } = attributes;
  const initialValue = node[initial];
  const action = node[change];
  return {
    key,
    initialValue: isInitialValue(initialValue) ? initialValue : undefined,
    onChange: isAction(action) ? { action, dataName } : undefined,
  };
}

/**
 * Adds the initial values of all controls to the state unless their keys are set, so that actions include
 * values the user sees but hasn't changed.
 */
export function withInitialValues(state: JsonObject, tree: UiNode): JsonObject {
  const initial = new Map<string, Json>();
  for (const node of walkTree(tree)) {
    const { key = "", initialValue } = readControl(node) ?? {};
    if (initialValue !== undefined && !Object.hasOwn(state, key)) initial.set(key, initialValue);
  }
  return initial.size === 0 ? state : { ...Object.fromEntries(initial), ...state };
}

// An object is a binding, which has no value of its own.
function isInitialValue(value: unknown): value is Json {
  return value !== undefined && value !== null && !isJsonObject(value);
}
