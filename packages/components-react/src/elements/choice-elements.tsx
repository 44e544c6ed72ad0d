import type { ReactNode } from "react";
import type { Json } from "@plugboard/api";
import { readText } from "../tree/read-attribute.ts";
import type { ElementProps } from "../view/element-view.tsx";
import { Problem } from "../view/problem.tsx";
import { useView } from "../view/view-context.ts";
import { useControl } from "./use-control.ts";

/** `radio`: one value of several. Radios of one state key form a group that the arrow keys move in. */
export function RadioElement(element: ElementProps): ReactNode {
  const { groupPrefix } = useView();
  const { value, disabled, name, change } = useControl(element);
  const own = choiceValue(element);
  if (own === undefined) return <Problem path={`${element.path}.value`} message="This radio has no value:" />;
  return (
    <input
      {...name}
      type="radio"
      name={`${groupPrefix}${readText(element.node, "state")}`}
      className="plugboard-radio"
      checked={value === own}
      disabled={disabled}
      onChange={() => change(own)}
    />
  );
}

/** `checkbox`: a value that is in the list under its state key, or not. */
export function CheckboxElement(element: ElementProps): ReactNode {
  const { value, disabled, name, change } = useControl(element);
  const own = choiceValue(element);
  if (own === undefined)
    return <Problem path={`${element.path}.value`} message="This checkbox has no value:" />;
  const chosen: readonly Json[] = Array.isArray(value) ? value : [];
  return (
    <input
      {...name}
      type="checkbox"
      className="plugboard-checkbox"
      checked={chosen.includes(own)}
      disabled={disabled}
      onChange={({ target }) =>
        change(target.checked ? [...chosen, own] : chosen.filter((value) => value !== own))
      }
    />
  );
}

function choiceValue({ node }: ElementProps): string | number | undefined {
  const { value } = node;
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}
