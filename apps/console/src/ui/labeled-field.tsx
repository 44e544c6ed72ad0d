import type { ReactNode } from "react";
import { type ControlAttributes, useField } from "./form.tsx";

interface LabeledFieldProps {
  readonly label: ReactNode;
  /** The server's message about the value. */
  readonly problem?: string | undefined;
  readonly hint?: ReactNode;
  /** Renders the control with these attributes. */
  readonly children: (control: ControlAttributes) => ReactNode;
}

/** A labeled control with its problem and hint below it. */
export function LabeledField({ label, problem: reported, hint, children }: LabeledFieldProps) {
  const { problem, control } = useField(reported);
  return (
    <div className="setting" data-invalid={control["aria-invalid"]}>
      <label>
        <span>{label}</span>
        {children(control)}
      </label>
      <div id={control["aria-describedby"]}>
        {problem !== undefined && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        {hint !== undefined && <p className="hint">{hint}</p>}
      </div>
    </div>
  );
}
