import { createContext, use } from "react";
import type { Json } from "@plugboard/api";
import type { ElementProps } from "./element-view.tsx";
import { readAction, readConfirm, readFlag, readText } from "./read-attribute.ts";
import { useView } from "./view-context.tsx";

/** IDs that connect a control to the `input` around it. */
export interface ControlLabel {
  readonly controlId: string;
  readonly labelId: string;
  /** `undefined` if the input has no hint. */
  readonly hintId: string | undefined;
}

/** Provides the label of the control inside an `input`. */
export const ControlLabelContext: React.Context<ControlLabel | undefined> = createContext<
  ControlLabel | undefined
>(undefined);

/** The attributes that name a control. */
export interface ControlName {
  readonly id: string | undefined;
  readonly "aria-labelledby": string | undefined;
  readonly "aria-label": string | undefined;
  readonly "aria-describedby": string | undefined;
}

/** Returns a control's name from its `input`, or `fallback` if it has none. */
function useControlName(fallback: string): ControlName {
  const label = use(ControlLabelContext);
  return {
    id: label?.controlId,
    "aria-labelledby": label?.labelId,
    "aria-label": label === undefined ? fallback : undefined,
    "aria-describedby": label?.hintId,
  };
}

/** A control's value, name and change function. */
export interface Control {
  /** The state's value under the control's key. */
  readonly value: Json | undefined;
  readonly disabled: boolean;
  /** The attributes that name the control. */
  readonly name: ControlName;
  /** Sets the value, after confirmation if required, and performs `onValueChange`. */
  readonly change: (value: Json) => void;
}

/** Connects a control to its state key. */
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
