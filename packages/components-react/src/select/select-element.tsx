import type { ReactNode } from "react";
import { isJsonObject } from "@plugboard/components/session";
import { useControl } from "../view/control.ts";
import { type ElementProps, Problem } from "../view/element-view.tsx";
import { readFlag, readText } from "../view/read-attribute.ts";
import { Combobox } from "./combobox.tsx";
import { NativeSelect } from "./native-select.tsx";
import { selectedIds, toStateValue } from "./option-list.ts";
import { parseOptions } from "./parse-options.ts";

/**
 * `select`: a choice from a list. A short list of plain texts is the browser's own select; anything it can't do (icons,
 * several values, values of the user's own, options from a URL) is a combobox.
 */
export function SelectElement(element: ElementProps): ReactNode {
  const { node, path } = element;
  const { name, value, disabled, change } = useControl(element);
  const { options } = node;
  if (!Array.isArray(options) && !isJsonObject(options)) {
    return <Problem path={`${path}.options`} message="This select has no options:" />;
  }
  const multiple = readFlag(node, "multiple");
  const placeholder = readText(node, "placeholder") ?? "Select…";
  const ids = selectedIds(value);
  const listed = multiple || readFlag(node, "acceptInput") ? [] : (parseOptions(options) ?? []);
  if (listed.length > 0 && listed.every(({ icon }) => icon === undefined)) {
    return (
      <NativeSelect
        {...{ name, options: listed, placeholder, disabled }}
        value={ids[0] ?? ""}
        onChange={change}
      />
    );
  }
  return (
    <Combobox
      {...{ node, name, placeholder, disabled, ids }}
      onChange={(ids) => change(toStateValue(ids, multiple))}
    />
  );
}
