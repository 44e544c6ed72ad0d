import { useId, useState } from "react";
import { describeInvalid } from "./describe-invalid.ts";

interface TextFilterProps {
  /** Its search parameter. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly size: number;
  readonly inputMode?: "numeric" | undefined;
  /** The pattern that a value must match, and its explanation. */
  readonly format?: { readonly pattern: string; readonly title: string } | undefined;
  readonly onChange: (text: string) => void;
}

/** A text filter, applied on Enter or when the field loses focus. Malformed text is explained and kept. */
export function TextFilter({ name, label, value, size, inputMode, format, onChange }: TextFilterProps) {
  const id = useId();
  const [problem, setProblem] = useState<string>();
  return (
    <div className="text-filter">
      <input
        name={name}
        type="text"
        autoComplete="off"
        aria-label={label}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={id}
        placeholder={label}
        defaultValue={value}
        size={size}
        inputMode={inputMode}
        {...format}
        data-chosen={value !== "" || undefined}
        onInput={() => setProblem(undefined)}
        onKeyDown={({ key, currentTarget, nativeEvent }) => {
          if (key !== "Enter" || nativeEvent.isComposing) return;
          if (currentTarget.validity.valid) onChange(currentTarget.value.trim());
          else setProblem(describeInvalid(currentTarget));
        }}
        onBlur={({ target: { value: typed, validity } }) => {
          if (typed.trim() !== value && validity.valid) onChange(typed.trim());
        }}
      />
      <output id={id} className="problem">
        {problem}
      </output>
    </div>
  );
}

interface ChoiceFilterProps {
  /** Its search parameter. */
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  /** Whether an option is always selected. */
  readonly required?: boolean | undefined;
  readonly options: readonly { readonly value: string; readonly title: string }[];
  readonly onChange: (value: string | undefined) => void;
}

/** A filter with a list of options. A value that isn't an option is shown unchanged. */
export function ChoiceFilter({ name, label, value, required = false, options, onChange }: ChoiceFilterProps) {
  const isListed = value === undefined || options.some((option) => option.value === value);
  return (
    <select
      name={name}
      aria-label={label}
      data-chosen={(value !== undefined && !required) || undefined}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value === "" ? undefined : event.target.value)}
    >
      {!required && <option value="">{label}: any</option>}
      {!isListed && <option value={value}>{value}</option>}
      {options.map(({ value: one, title }) => (
        <option key={one} value={one}>
          {title}
        </option>
      ))}
    </select>
  );
}
