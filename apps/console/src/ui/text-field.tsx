import { ApiError } from "@plugboard/api/client";
import { type InputHTMLAttributes, type ReactNode, useId } from "react";

interface TextFieldProps
  extends Pick<InputHTMLAttributes<HTMLInputElement>, "max" | "maxLength" | "min" | "type" | "value"> {
  readonly label: ReactNode;
  /** Below the input, with what is wrong above it. */
  readonly hint: ReactNode;
  readonly problem: string | undefined;
  readonly onType: (text: string) => void;
}

/** An input of one line with what it is for, and what is wrong with what was typed. */
export function TextField({ label, hint, problem, onType, ...input }: TextFieldProps) {
  const describedBy = useId();
  return (
    <div className="setting" data-invalid={problem !== undefined || undefined}>
      <label>
        <span>{label}</span>
        <input
          {...input}
          aria-describedby={describedBy}
          aria-invalid={problem !== undefined || undefined}
          onChange={(event) => onType(event.target.value)}
        />
      </label>
      <div id={describedBy}>
        {problem !== undefined && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <p className="hint">{hint}</p>
      </div>
    </div>
  );
}

/** What a refusal says about a field, by the name that the API has for it. */
export function problemAt(error: Error | null, name: string): string | undefined {
  return error instanceof ApiError
    ? error.problems.find(({ path }) => path === name || path.endsWith(`.${name}`))?.message
    : undefined;
}
