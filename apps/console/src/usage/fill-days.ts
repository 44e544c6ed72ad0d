import type { UsageDays } from "@plugboard/api/client";
import type { Counter } from "../product/console-product.ts";

/** A counter on one day. */
export interface DayValue {
  /** The UTC day, such as `2026-01-15`. */
  readonly day: string;
  /** `undefined` before the first known value. */
  readonly value: number | undefined;
}

const dayMilliseconds = 86_400_000;

/**
 * Returns a counter's value on each of the last days, including today (UTC). Sums of days without usage are 0; levels
 * keep the value of the day before.
 *
 * @param now - Unix time in milliseconds
 */
export function fillDays(
  { kind, name }: Pick<Counter, "kind" | "name">,
  usage: UsageDays["days"],
  { now, days, current }: { readonly now: number; readonly days: number; readonly current?: number },
): DayValue[] {
  const stored = new Map(usage.map(({ day, counters }) => [day, counters[name]]));
  let last: number | undefined = kind === "sum" ? 0 : undefined;
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(now - (days - 1 - index) * dayMilliseconds).toISOString().slice(0, 10);
    const value: number | undefined = stored.get(day) ?? last;
    if (kind === "level") last = value;
    return { day, value: index === days - 1 ? (current ?? value) : value };
  });
}
