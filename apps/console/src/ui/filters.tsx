import { useState } from "react";
import { Form, useField } from "./form.tsx";

interface TextFilterProps {
  readonly label: string;
  readonly value: string;
  readonly size: number;
  readonly inputMode?: "numeric" | undefined;
  /** The pattern that a value must match, and its explanation. */
  readonly format?: { readonly pattern: string; readonly title: string } | undefined;
  readonly onChange: (text: string) => void;
}

/** A text filter, applied on Enter or when the field loses focus. Malformed text is explained and kept. */
export function TextFilter({ onChange, ...input }: TextFilterProps) {
  const [typed, setTyped] = useState(input.value);
  return (
    <Form className="text-filter" onSubmit={() => onChange(typed.trim())}>
      <FilterInput {...input} typed={typed} onType={setTyped} />
    </Form>
  );
}

interface FilterInputProps extends Omit<TextFilterProps, "onChange"> {
  readonly typed: string;
  readonly onType: (text: string) => void;
}

function FilterInput({ label, value, typed, format, onType, ...input }: FilterInputProps) {
  const { problem, control } = useField(undefined);
  return (
    <>
      <input
        {...input}
        {...format}
        {...control}
        type="text"
        aria-label={label}
        placeholder={label}
        value={typed}
        data-chosen={value !== "" || undefined}
        onChange={({ target }) => onType(target.value)}
        onBlur={({ target: { validity, form } }) => {
          // Submitting malformed text would bring the focus back.
          if (typed.trim() !== value && validity.valid) form?.requestSubmit();
        }}
      />
      <output id={control["aria-describedby"]} className="problem">
        {problem}
      </output>
    </>
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
