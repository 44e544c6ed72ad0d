const units = { d: 86_400, h: 3_600, min: 60, s: 1 } as const;
const delay = /^(\d{1,9})\s*(s|min|h|d)?$/;

/**
 * Formats retry delays: “5 s, 5 min, 2 h”.
 * @param seconds - the delays (s)
 */
export function formatRetryDelays(seconds: readonly number[]): string {
  return seconds
    .map((each) => {
      const [unit, size] = Object.entries(units).find(([, length]) => each % length === 0) ?? ["s", 1];
      return `${each / size} ${unit}`;
    })
    .join(", ");
}

/**
 * Parses retry delays into seconds; a number without a unit is seconds. Returns `undefined` if one is
 * invalid.
 */
export function readRetryDelays(text: string): readonly number[] | undefined {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const seconds = parts.map((part) => {
    const [, number, unit = "s"] = delay.exec(part) ?? [];
    // The pattern matches no other unit.
    return number === undefined ? Number.NaN : Number(number) * units[unit as keyof typeof units];
  });
  return seconds.some(Number.isNaN) ? undefined : seconds;
}
