import type { ReactNode } from "react";
import { Combobox } from "../select/combobox.tsx";
import { selectedIds, toStateValue } from "../select/option-list.ts";
import { parseOptions } from "../select/parse-options.ts";
import { isRecord } from "../tree/is-record.ts";
import { readFlag, readText } from "../tree/read-attribute.ts";
import type { ElementProps } from "../view/element-view.tsx";
import { Problem } from "../view/problem.tsx";
import { useControl } from "./use-control.ts";

/**
 * `select`: a choice from a list. A short list of plain texts is the browser's own select; anything it can't do (icons,
 * several values, values of the user's own, options from a URL) is a combobox.
 */
export function SelectElement(element: ElementProps): ReactNode {
  const { node, path } = element;
  const control = useControl(element);
  const { options } = node;
  const multiple = readFlag(node, "multiple");
  if (!Array.isArray(options) && !isRecord(options)) {
    return <Problem path={`${path}.options`} message="This select has no options:" />;
  }
  const listed = Array.isArray(options) ? parseOptions(options) : undefined;
  const placeholder = readText(node, "placeholder") ?? "Select…";
  const isPlain = listed?.every(({ icon }) => icon === undefined);
  if (listed === undefined || !isPlain || multiple || readFlag(node, "acceptInput")) {
    return (
      <Combobox
        node={node}
        name={control.name}
        placeholder={placeholder}
        disabled={control.disabled}
        ids={selectedIds(control.value)}
        onChange={(ids) => control.change(toStateValue(ids, multiple))}
      />
    );
  }
  const [selected = ""] = selectedIds(control.value);
  return (
    <select
      {...control.name}
      className="plugboard-select"
      value={selected}
      disabled={control.disabled}
      onChange={({ target }) => control.change(target.value)}
    >
      {!listed.some(({ id }) => id === selected) && (
        <option value={selected} disabled>
          {selected === "" ? placeholder : selected}
        </option>
      )}
      {listed.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
}
