import type { Json } from "@plugboard/api";
import { readAction, readConfirm, readFlag, readText } from "../tree/read-attribute.ts";
import type { ElementProps } from "../view/element-view.tsx";
import { useView } from "../view/view-context.ts";
import { type ControlName, useControlName } from "./control-label.ts";

/** A control's value, its name, and how it changes. */
export interface Control {
  /** What stands in the state under the control's key. */
  readonly value: Json | undefined;
  readonly disabled: boolean;
  /** Attributes that name the control. */
  readonly name: ControlName;
  /** Writes the value after asking for confirmation where the control wants it, and performs `onValueChange`. */
  readonly change: (value: Json) => void;
}

/** Connects a control to its key of the state. */
export function useControl({ node, path }: ElementProps): Control {
  const { session, snapshot, ask } = useView();
  const key = readText(node, "state") ?? "";
  const { state = {} } = snapshot;
  const onValueChange = readAction(node, "onValueChange");
  return {
    value: Object.hasOwn(state, key) ? state[key] : undefined,
    disabled: readFlag(node, "disabled"),
    name: useControlName(readText(node, "placeholder") ?? readText(node, "value") ?? key),
    change: (value) =>
      ask(readConfirm(node["confirm"]), () => {
        session.write(key, value);
        if (onValueChange) session.change(path, onValueChange, { value });
      }),
  };
}
