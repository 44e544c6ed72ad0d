import { Cron } from "croner";
import type { ManifestSchedule } from "../model/manifest.ts";

const minuteMilliseconds = 60_000;

/**
 * Returns the first tick of a schedule after a time, in milliseconds since 1970, or `undefined` if there is none. Ticks of an interval
 * are its multiples since 1970.
 *
 * @example
 * import { nextTick } from "@plugboard/manifest";
 *
 * const schedule = { id: "daily", cron: "0 9 * * *", timeZone: "Europe/Berlin" };
 * console.log(nextTick(schedule, Date.UTC(2026, 0, 15)) === Date.UTC(2026, 0, 15, 8)); // true
 */
export function nextTick(
  { cron, timeZone = "UTC", everyMinutes = 0 }: ManifestSchedule,
  after: number,
): number | undefined {
  if (cron !== undefined) return parseCron(cron, timeZone).nextRun(new Date(after))?.getTime();
  const interval = everyMinutes * minuteMilliseconds;
  return (Math.floor(after / interval) + 1) * interval;
}

/** Returns whether a text is the IANA name of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name }).format(0);
    return true;
  } catch {
    return false;
  }
}

// Enough to see the shortest distance of minutes, hours and days that are listed one by one.
const comparedTicks = 200;

/** Explains what is wrong with a cron expression, if anything is. */
export function checkCron(expression: string, minMinutes: number): string | undefined {
  try {
    const ticks = parseCron(expression, "UTC").nextRuns(comparedTicks, new Date(0));
    if (ticks.length === 0) return "This date never occurs. Check the day and the month.";
    const isTooOften = ticks.some((tick, index) => {
      const before = ticks[index - 1];
      return before !== undefined && tick.getTime() - before.getTime() < minMinutes * minuteMilliseconds;
    });
    return isTooOften
      ? `This ticks more often than every ${minMinutes} minutes. Choose fewer times.`
      : undefined;
  } catch {
    return "This is not a cron expression. Use minute, hour, day of the month, month and day of the week, as in 0 9 * * 1-5.";
  }
}

function parseCron(expression: string, timezone: string): Cron {
  return new Cron(expression, { timezone, paused: true, mode: "5-part" });
}
