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
