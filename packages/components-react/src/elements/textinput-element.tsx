import type { ReactNode } from "react";
import { readChoice, readFlag, readText } from "../tree/read-attribute.ts";
import type { ElementProps } from "../view/element-view.tsx";
import { useControl } from "./use-control.ts";

/** `textinput`: text of one line or several. */
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
