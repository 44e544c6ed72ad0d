import type { SelectOption } from "@plugboard/components";
import { lazy, type ReactNode, Suspense } from "react";
import { isJsonObject } from "@plugboard/components/session";
import { Icon } from "../icons/icon.tsx";
import { type ControlName, useControl } from "../view/control.ts";
import { type ElementProps, Problem } from "../view/element-view.tsx";
import { readFlag, readText } from "../view/read-attribute.ts";
import { parseOptions, selectedIds, toStateValue } from "./option-list.ts";

// Loaded lazily: it is large, and short lists don't need it.
const Combobox = lazy(async () => ({ default: (await import("./combobox.tsx")).Combobox }));

/**
 * `select`: a selection from a list. A short list of plain text uses the browser's select. Icons, multiple
 * values, custom values and options from a URL use a combobox.
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
    <Suspense fallback={<div className="plugboard-select" aria-busy="true" />}>
      <Combobox
        {...{ node, name, placeholder, disabled, ids }}
        onChange={(ids) => change(toStateValue(ids, multiple))}
      />
    </Suspense>
  );
}

interface NativeSelectProps {
  readonly name: ControlName;
  readonly options: readonly SelectOption[];
  readonly placeholder: string;
  readonly disabled: boolean;
  /** The selected ID, or an empty string. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The browser's select. A value that is no longer an option stays visible but can't be selected again. */
function NativeSelect(select: NativeSelectProps): ReactNode {
  const { name, options, placeholder, disabled, value, onChange } = select;
  return (
    <div className="plugboard-native-select">
      <select
        {...name}
        className="plugboard-select"
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value)}
      >
        {!options.some(({ id }) => id === value) && (
          <option value={value} disabled>
            {value === "" ? placeholder : value}
          </option>
        )}
        {options.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </div>
  );
}
