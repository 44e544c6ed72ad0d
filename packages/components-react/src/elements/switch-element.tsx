import type { ReactNode } from "react";
import type { ElementProps } from "../view/element-view.tsx";
import { useControl } from "./use-control.ts";

/** `switch`: on or off. */
export function SwitchElement(element: ElementProps): ReactNode {
  const { value, disabled, name, change } = useControl(element);
  return (
    <input
      {...name}
      type="checkbox"
      role="switch"
      className="plugboard-switch"
      checked={value === true}
      aria-checked={value === true}
      disabled={disabled}
      onChange={({ target }) => change(target.checked)}
    />
  );
}
