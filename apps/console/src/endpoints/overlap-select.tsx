const hourSeconds = 3600;

/** One day, the default overlap of a rotation (s). */
export const daySeconds = 24 * hourSeconds;

const overlaps = [
  { seconds: hourSeconds, title: "One hour" },
  { seconds: daySeconds, title: "One day" },
  { seconds: 7 * daySeconds, title: "One week" },
  { seconds: 0, title: "No overlap (leaked)" },
] as const;

interface OverlapSelectProps {
  readonly label: string;
  readonly seconds: number;
  readonly onChange: (seconds: number) => void;
}

/** Chooses how long a replaced secret or token stays valid. */
export function OverlapSelect({ label, seconds: chosen, onChange }: OverlapSelectProps) {
  return (
    <label>
      {label}
      <select value={chosen} onChange={({ target }) => onChange(Number(target.value))}>
        {overlaps.map(({ seconds, title }) => (
          <option key={seconds} value={seconds}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
