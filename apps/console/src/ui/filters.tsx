import { useId } from "react";
import { readField } from "./read-field.ts";

interface TextFilterProps {
  readonly label: string;
  readonly value: string;
  readonly size: number;
  readonly inputMode?: "numeric" | undefined;
  readonly onChange: (text: string) => void;
}

/** Narrows a list down by a text. Takes effect when Enter is pressed or the field is left. */
export function TextFilter({ label, value, size, inputMode, onChange }: TextFilterProps) {
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
        data-chosen={value !== "" || undefined}
        onBlur={(event) => {
          if (event.target.value.trim() !== value) event.target.form?.requestSubmit();
        }}
      />
    </form>
  );
}

interface ChoiceFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  /** Whether one of the options is always chosen. */
  readonly required?: boolean | undefined;
  readonly options: readonly { readonly value: string; readonly title: string }[];
  readonly onChange: (value: string | undefined) => void;
}

/** Narrows a list down to one of some options. A value that is not among them is shown as it is. */
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
