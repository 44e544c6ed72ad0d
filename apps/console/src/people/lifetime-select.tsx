const daySeconds = 24 * 3600;

/** Lifetimes of keys, in seconds. */
const lifetimes = {
  "30 days": 30 * daySeconds,
  "90 days": 90 * daySeconds,
  "1 year": 365 * daySeconds,
  never: undefined,
};

/** The name of a lifetime. */
export type Lifetime = keyof typeof lifetimes;

const isLifetime = (name: string): name is Lifetime => Object.hasOwn(lifetimes, name);

/** Returns a lifetime in seconds. `undefined` for `never`. */
export function secondsOf(lifetime: Lifetime): number | undefined {
  return lifetimes[lifetime];
}

interface LifetimeSelectProps {
  readonly value: Lifetime;
  readonly onChange: (lifetime: Lifetime) => void;
}

/** Chooses when a key expires. */
export function LifetimeSelect({ value, onChange }: LifetimeSelectProps) {
  return (
    <label>
      Expires
      <select
        value={value}
        onChange={({ target }) => onChange(isLifetime(target.value) ? target.value : value)}
      >
        {Object.keys(lifetimes).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}
