const units = { d: 86_400, h: 3_600, min: 60, s: 1 } as const;
const delay = /^(\d{1,9})\s*(s|min|h|d)?$/;

/** Delays before retries as a person writes them: “5 s, 5 min, 2 h”. @param seconds - of each delay */
export function formatRetryDelays(seconds: readonly number[]): string {
  return seconds
    .map((each) => {
      const [unit, size] = Object.entries(units).find(([, length]) => each % length === 0) ?? ["s", 1];
      return `${each / size} ${unit}`;
    })
    .join(", ");
}

/** Reads delays that somebody wrote, in seconds; `undefined` where one of them is no delay. A number without a unit is seconds. */
export function readRetryDelays(text: string): readonly number[] | undefined {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const seconds = parts.map((part) => {
    const [, number, unit = "s"] = delay.exec(part) ?? [];
    // The pattern lets no other unit through.
    return number === undefined ? Number.NaN : Number(number) * units[unit as keyof typeof units];
  });
  return seconds.some(Number.isNaN) ? undefined : seconds;
}
