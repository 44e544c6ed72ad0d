import { useEffect, useId, useRef, useState } from "react";
import { describeInvalid } from "./describe-invalid.ts";
import { formatTime } from "./format.ts";
import { isLocalTime, latestTime, toLocalTime } from "./local-time.ts";

interface TextFilterProps {
  /** Its search parameter. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly size: number;
  readonly inputMode?: "numeric" | undefined;
  /** The pattern that a value must match, and its explanation. */
  readonly format?: { readonly pattern: string; readonly title: string } | undefined;
  readonly onChange: (text: string) => void;
}

/** A text filter, applied on Enter or when the field loses focus. Malformed text is explained and kept. */
export function TextFilter({ name, label, value, size, inputMode, format, onChange }: TextFilterProps) {
  const id = useId();
  const [problem, setProblem] = useState<string>();
  return (
    <div className="text-filter">
      <input
        name={name}
        type="text"
        autoComplete="off"
        aria-label={label}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={id}
        placeholder={label}
        defaultValue={value}
        size={size}
        inputMode={inputMode}
        {...format}
        data-chosen={value !== "" || undefined}
        onInput={() => setProblem(undefined)}
        onKeyDown={({ key, currentTarget, nativeEvent }) => {
          if (key !== "Enter" || nativeEvent.isComposing) return;
          if (currentTarget.validity.valid) onChange(currentTarget.value.trim());
          else setProblem(describeInvalid(currentTarget));
        }}
        onBlur={({ target: { value: typed, validity } }) => {
          if (typed.trim() !== value && validity.valid) onChange(typed.trim());
        }}
      />
      <output id={id} className="problem">
        {problem}
      </output>
    </div>
  );
}

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

interface ChoiceFilterProps {
  /** Its search parameter. */
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  /** Whether an option is always selected. */
  readonly required?: boolean | undefined;
  readonly options: readonly { readonly value: string; readonly title: string }[];
  readonly onChange: (value: string | undefined) => void;
}

/** A filter with a list of options. A value that isn't an option is shown unchanged. */
export function ChoiceFilter({ name, label, value, required = false, options, onChange }: ChoiceFilterProps) {
  const isListed = value === undefined || options.some((option) => option.value === value);
  return (
    <select
      name={name}
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
