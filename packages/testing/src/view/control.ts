import type { Json, JsonObject, UiAction, UiNode } from "@plugboard/api";
import { isRecord } from "../is-record.ts";
import { isAction } from "./pressable.ts";
import { walkMarkup } from "./walk-markup.ts";

/** Something a user can put a value into. */
export interface Control {
  /** The label of the `input` around it, if there is one. */
  readonly label: string | undefined;
  /** The key of the component's state that holds its value. */
  readonly key: string;
  readonly initialValue: Json | undefined;
  /** What happens when the value changes. */
  readonly onChange: { readonly action: UiAction; readonly dataName: string } | undefined;
  readonly isDisabled: boolean;
}

/** Which attributes of a control hold its first value and the action of a change, and what that calls the value. */
const controlAttributes: Readonly<
  Record<string, readonly [initial: string, change: string, dataName: string]>
> = {
  textinput: ["initialValue", "onValueChange", "value"],
  select: ["initialValue", "onValueChange", "value"],
  switch: ["initialValue", "onValueChange", "value"],
  radio: ["initialValue", "onValueChange", "value"],
  checkbox: ["initialValue", "onValueChange", "value"],
  codeblock: ["content", "onContentChange", "content"],
};

/** Every control of a tree. */
export function findControls(root: UiNode): readonly Control[] {
  const nodes = [...walkMarkup(root)];
  const labels = new Map(
    nodes.filter(({ type }) => type === "input").map(({ element, label }) => [element, label]),
  );
  return nodes.flatMap((node) => toControl(node, labels.get(node)));
}

/** The state with the first values of controls whose keys are not set, so that an action carries what a user sees. */
export function withInitialValues(state: JsonObject, root: UiNode): JsonObject {
  const initial = findControls(root).flatMap(({ key, initialValue }) =>
    initialValue === undefined ? [] : [[key, initialValue] as const],
  );
  return { ...Object.fromEntries(initial), ...state };
}

function toControl(node: UiNode, label: unknown): readonly Control[] {
  const attributes = Object.hasOwn(controlAttributes, node.type) ? controlAttributes[node.type] : undefined;
  if (attributes === undefined || typeof node.state !== "string") return [];
  const [initial, change, dataName] = attributes;
  const action = node[change];
  const value = node[initial];
  return [
    {
      label: typeof label === "string" ? label : undefined,
      key: node.state,
      initialValue: isPlainValue(value) ? value : undefined,
      onChange: isAction(action) ? { action, dataName } : undefined,
      isDisabled: node.disabled === true,
    },
  ];
}

// A binding is an object: it has no value of its own.
function isPlainValue(value: unknown): value is Json {
  return value !== undefined && value !== null && !isRecord(value);
}
