import { Cron } from "croner";
import type { ManifestSchedule } from "../model/manifest.ts";

const minuteMilliseconds = 60_000;

/**
 * Returns the first tick of a schedule after a time (Unix time, ms), or `undefined` if it never ticks. Ticks of an interval
 * are its multiples since the Unix epoch.
 *
 * @example
 * import { nextTick } from "@plugboard/manifest/schedules";
 *
 * const schedule = { id: "daily", cron: "0 9 * * *", timeZone: "Europe/Berlin" };
 * console.log(nextTick(schedule, Date.UTC(2026, 0, 15)) === Date.UTC(2026, 0, 15, 8)); // true
 */
export function nextTick(
  { cron, timeZone = "UTC", everyMinutes = 0 }: ManifestSchedule,
  after: number,
): number | undefined {
  if (cron !== undefined) {
    const parsed = new Cron(cron, { timezone: timeZone, paused: true, mode: "5-part" });
    return parsed.nextRun(new Date(after))?.getTime();
  }
  const interval = everyMinutes * minuteMilliseconds;
  return (Math.floor(after / interval) + 1) * interval;
}
