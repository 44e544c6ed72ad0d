import type { Json, JsonObject, UiAction, UiNode } from "@plugboard/api";
import { isAction, isJsonObject, walkTree } from "./node.ts";

interface ControlAttributes {
  /** Holds the value the control begins with. */
  readonly initial?: string;
  /** Holds the action of a change. */
  readonly change?: string;
  /** What that action calls the new value. */
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

/** Something a user can put a value into. */
export interface FormControl {
  /** The key of the component's state that holds its value. */
  readonly key: string;
  /** The value it begins with; absent where it has none of its own. */
  readonly initialValue: Json | undefined;
  /** The action of a change, and what it calls the new value. */
  readonly onChange: { readonly action: UiAction; readonly dataName: string } | undefined;
}

/**
 * Reads an element as a control: its state key, first value, and what happens when its value changes. Undefined for an
 * element that holds no value.
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
 * The state with the initial value of every control whose key is not set yet, so that an action carries what the user
 * sees, touched or not.
 */
export function withInitialValues(state: JsonObject, tree: UiNode): JsonObject {
  const initial = new Map<string, Json>();
  for (const node of walkTree(tree)) {
    const { key = "", initialValue } = readControl(node) ?? {};
    if (initialValue !== undefined && !Object.hasOwn(state, key)) initial.set(key, initialValue);
  }
  return initial.size === 0 ? state : { ...Object.fromEntries(initial), ...state };
}

// An object is a binding: it has no value of its own.
function isInitialValue(value: unknown): value is Json {
  return value !== undefined && value !== null && !isJsonObject(value);
}
