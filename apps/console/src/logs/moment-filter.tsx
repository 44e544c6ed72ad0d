import { useEffect, useId, useRef, useState } from "react";
import { describeInvalid } from "../ui/describe-invalid.ts";
import { formatTime } from "../ui/format.ts";
import { isLocalTime, latestTime, toLocalTime } from "../ui/local-time.ts";

interface MomentFilterProps {
  /** Its search parameter. */
  readonly name: string;
  readonly label: string;
  /** An ISO 8601 time. */
  readonly value: string | undefined;
  /** The ISO 8601 time that it must be before or after. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly onChange: (time: string | undefined) => void;
}

/** A filter by time, applied on Enter or when the field loses focus. An invalid time is explained and kept. */
export function MomentFilter({ name, label, value, before, after, onChange }: MomentFilterProps) {
  const id = useId();
  const shown = value === undefined ? "" : toLocalTime(value);
  const [problem, setProblem] = useState<{ readonly shown: string; readonly message: string }>();
  const message = problem?.shown === shown ? problem.message : undefined;
  const input = useRef<HTMLInputElement>(null);
  // A new key would take the focus from the input on Enter.
  useEffect(() => {
    if (input.current !== null) input.current.value = shown;
  }, [shown]);
  const apply = (control: HTMLInputElement): void => {
    const { value: typed, validity } = control;
    if (typed === shown && validity.valid) return;
    const time = isLocalTime(typed) ? new Date(typed).toISOString() : undefined;
    const found = validity.valid ? describeOrder(time, before, after) : describeInvalid(control);
    if (found === undefined) onChange(time);
    else setProblem({ shown, message: found });
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
          defaultValue={shown}
          aria-invalid={message !== undefined || undefined}
          aria-describedby={id}
          onInput={() => setProblem(undefined)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === "Enter") apply(currentTarget);
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
