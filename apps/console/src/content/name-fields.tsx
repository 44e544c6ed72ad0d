/** What a field shows and takes. */
export interface FieldProps<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

const maxTitleLength = 200;

/** A title to type. */
export function TitleField({ value, onChange }: FieldProps<string>) {
  return (
    <label>
      Title
      <input
        value={value}
        onChange={(event) => onChange(event.target.value)}
        required
        maxLength={maxTitleLength}
      />
    </label>
  );
}

interface PathFieldProps extends FieldProps<string> {
  /** The current path. What is new has none yet: leaving it empty makes one from the title. */
  readonly current: string | undefined;
  /** What it is: “The last part of its address on sites.” */
  readonly hint: string;
}

/** The last part of an address. */
export function PathField({ value, onChange, current, hint }: PathFieldProps) {
  const isMoved = current !== undefined && value !== current;
  return (
    <label>
      Path
      <input
        value={value}
        onChange={(event) => onChange(event.target.value)}
        required={current !== undefined}
        pattern="[a-z0-9]+(-[a-z0-9]+)*"
        title="Lower-case letters, digits and single hyphens between them"
        placeholder={current === undefined ? "made from the title" : undefined}
      />
      <span className="hint">{isMoved ? `Links to ${current} will lead nowhere.` : hint}</span>
    </label>
  );
}
