import type { ReactNode } from "react";
import type { Json } from "@plugboard/api";
import { useControl } from "../view/control.ts";
import { type ElementProps, Problem } from "../view/element-view.tsx";
import { readChoice, readFlag, readText } from "../view/read-attribute.ts";
import { useView } from "../view/view-context.tsx";

/** `textinput`: a single-line or multiline text field. */
export function TextinputElement(element: ElementProps): ReactNode {
  const { node } = element;
  const { value, disabled, name, change } = useControl(element);
  const attributes = {
    ...name,
    className: "plugboard-textinput",
    value: typeof value === "string" || typeof value === "number" ? value : "",
    placeholder: readText(node, "placeholder"),
    disabled,
    autoComplete: "off",
  };
  if (readFlag(node, "multiline")) {
    return <textarea {...attributes} rows={4} onChange={({ target }) => change(target.value)} />;
  }
  const type = readChoice(node, "inputType", ["text", "password", "email"]);
  return <input {...attributes} type={type} onChange={({ target }) => change(target.value)} />;
}

/** `switch`: an on/off switch. */
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

/** `radio`: one of several values. Radios with the same state key form a group with arrow key navigation. */
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

/** `checkbox`: adds its value to the list under its state key. */
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
