import type { TimeWindow } from "../deliveries/deliveries-search.ts";

const dayMilliseconds = 86_400_000;

/**
 * Returns the time window of the last days in UTC, including the current one, in buckets of a day.
 *
 * @param now - Unix time in milliseconds
 */
export function lastDays(now: number, days: number): TimeWindow {
  const end = (Math.floor(now / dayMilliseconds) + 1) * dayMilliseconds;
  return {
    since: new Date(end - days * dayMilliseconds).toISOString(),
    before: new Date(end).toISOString(),
    spans: days,
  };
}
