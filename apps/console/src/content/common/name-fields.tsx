import { LabeledField } from "../../ui/labeled-field.tsx";

/** The value of a controlled field. */
export interface FieldProps<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

interface NameFieldProps extends FieldProps<string> {
  /** The message about the value. */
  readonly problem: string | undefined;
}

/** An input for a title. */
export function TitleField({ value, onChange, problem }: NameFieldProps) {
  return (
    <LabeledField label="Title" problem={problem}>
      {(control) => (
        <input {...control} value={value} onChange={(event) => onChange(event.target.value)} required />
      )}
    </LabeledField>
  );
}

interface PathFieldProps extends NameFieldProps {
  /** The current path; `undefined` for a new resource, whose path is derived from its title if left empty. */
  readonly current: string | undefined;
  /** The help text: “Used in the URL of the page.” */
  readonly hint: string;
}

/** An input for the last part of a URL. */
export function PathField({ value, onChange, current, hint, problem }: PathFieldProps) {
  const isMoved = current !== undefined && value !== current;
  return (
    <LabeledField
      label="Path"
      problem={problem}
      hint={isMoved ? `Links to ${current} will stop working.` : hint}
    >
      {(control) => (
        <input
          {...control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          required={current !== undefined}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          title="must be lowercase letters, digits and single hyphens, such as first-steps"
          placeholder={current === undefined ? "generated from the title" : undefined}
        />
      )}
    </LabeledField>
  );
}
