import { useEffect, useId, useRef, useState } from "react";
import { describeInvalid } from "./describe-invalid.ts";
import { formatTime } from "./format.ts";
import { isLocalTime, latestTime, toLocalTime } from "./local-time.ts";

interface MomentFilterProps {
  /** Its search parameter. Defaults to none. */
  readonly name?: string | undefined;
  readonly label: string;
  /** An ISO 8601 time. */
  readonly value: string | undefined;
  /** The ISO 8601 time that it must be before or after. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly required?: boolean | undefined;
  readonly onChange: (time: string | undefined) => void;
}

/** A filter by time, applied on Enter or when the field loses focus. An invalid time is explained and kept. */
export function MomentFilter(props: MomentFilterProps) {
  const { name, label, value, before, after, required, onChange } = props;
  const id = useId();
  const shown = value === undefined ? "" : toLocalTime(value);
  const [problem, setProblem] = useState<{ readonly shown: string; readonly message: string }>();
  const message = problem?.shown === shown ? problem.message : undefined;
  const input = useRef<HTMLInputElement>(null);
  // A new key would take the focus from the input on Enter.
  useEffect(() => {
    if (input.current !== null) input.current.value = shown;
  }, [shown]);
  /** Returns whether there was something to apply. */
  const apply = (control: HTMLInputElement): boolean => {
    const { value: typed, validity } = control;
    if (typed === shown && validity.valid) return false;
    const time = isLocalTime(typed) ? new Date(typed).toISOString() : undefined;
    const found = validity.valid ? describeOrder(time, before, after) : describeInvalid(control);
    if (found === undefined) onChange(time);
    else setProblem({ shown, message: found });
    return true;
  };
  return (
    <div className="text-filter">
      <label className="row">
        {label}
        <input
          ref={input}
          name={name}
          type="datetime-local"
          max={latestTime}
          required={required}
          defaultValue={shown}
          aria-invalid={message !== undefined || undefined}
          aria-describedby={id}
          onInput={() => setProblem(undefined)}
          onKeyDown={(event) => {
            // A form around it is not submitted with the previous time.
            if (event.key === "Enter" && apply(event.currentTarget)) event.preventDefault();
          }}
          onBlur={({ currentTarget }) => apply(currentTarget)}
        />
      </label>
      <output id={id} className="problem">
        {message}
      </output>
    </div>
  );
}

function describeOrder(
  time: string | undefined,
  before: string | undefined,
  after: string | undefined,
): string | undefined {
  if (time === undefined) return undefined;
  if (before !== undefined && Date.parse(time) >= Date.parse(before))
    return `must be before ${formatTime(before)}`;
  if (after !== undefined && Date.parse(time) <= Date.parse(after))
    return `must be after ${formatTime(after)}`;
  return undefined;
}
