import { ApiError } from "@plugboard/api/client";
import type { InputHTMLAttributes, ReactNode } from "react";
import { LabeledField } from "./labeled-field.tsx";

type InputAttribute = "autoComplete" | "max" | "min" | "minLength" | "required" | "type";

interface TextFieldProps extends Pick<InputHTMLAttributes<HTMLInputElement>, InputAttribute> {
  readonly label: ReactNode;
  /** The hint below the input. */
  readonly hint?: ReactNode;
  /** The server's message about the value. */
  readonly problem?: string | undefined;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A labeled single-line input with a hint and an error message. */
export function TextField({ label, hint, problem, onChange, ...input }: TextFieldProps) {
  return (
    <LabeledField label={label} hint={hint} problem={problem}>
      {(control) => <input {...input} {...control} onChange={(event) => onChange(event.target.value)} />}
    </LabeledField>
  );
}

/** Returns the message about a field, by its API path, from a validation error. */
export function problemAt(error: Error | null, name: string): string | undefined {
  return error instanceof ApiError
    ? error.problems.find(({ path }) => isAbout(path, name))?.message
    : undefined;
}

/** Returns whether all problems of a validation error are about these fields. */
export function isShownAtFields(error: Error | null, names: readonly string[]): boolean {
  return (
    error instanceof ApiError &&
    error.problems.length > 0 &&
    error.problems.every(({ path }) => names.some((name) => isAbout(path, name)))
  );
}

function isAbout(path: string, name: string): boolean {
  return path === name || path.endsWith(`.${name}`);
}
