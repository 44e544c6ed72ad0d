import { useId } from "react";
import { readField } from "./read-field.ts";

interface TextFilterProps {
  readonly label: string;
  readonly value: string;
  readonly size: number;
  readonly inputMode?: "numeric" | undefined;
  /** The pattern that a value must match, and its explanation. */
  readonly format?: { readonly pattern: string; readonly title: string } | undefined;
  readonly onChange: (text: string) => void;
}

/** A text filter, applied on Enter or when the field loses focus. The browser explains malformed text and keeps it. */
export function TextFilter({ label, value, size, inputMode, format, onChange }: TextFilterProps) {
  const id = useId();
  return (
    <form
      onSubmit={(submit) => {
        submit.preventDefault();
        onChange(readField(submit.currentTarget, id));
      }}
    >
      <input
        name={id}
        type="text"
        aria-label={label}
        placeholder={label}
        defaultValue={value}
        size={size}
        inputMode={inputMode}
        {...format}
        data-chosen={value !== "" || undefined}
        onBlur={(event) => {
          const { value: typed, validity, form } = event.target;
          // Submitting malformed text would bring the focus back.
          if (typed.trim() !== value && validity.valid) form?.requestSubmit();
        }}
      />
    </form>
  );
}

interface ChoiceFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  /** Whether an option is always selected. */
  readonly required?: boolean | undefined;
  readonly options: readonly { readonly value: string; readonly title: string }[];
  readonly onChange: (value: string | undefined) => void;
}

/** A filter with a list of options. A value that isn't an option is shown unchanged. */
export function ChoiceFilter({ label, value, required = false, options, onChange }: ChoiceFilterProps) {
  const isListed = value === undefined || options.some((option) => option.value === value);
  return (
    <select
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
