import type { ReactNode } from "react";
import type { SelectOption } from "@plugboard/components";
import { Icon } from "../icons/icon.tsx";
import type { ControlName } from "../view/control.ts";

interface NativeSelectProps {
  readonly name: ControlName;
  readonly options: readonly SelectOption[];
  readonly placeholder: string;
  readonly disabled: boolean;
  /** What is chosen; empty where nothing is. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The browser's own select. A value that is no longer among the options stays visible, but can't be chosen again. */
export function NativeSelect(select: NativeSelectProps): ReactNode {
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
