import * as z from "zod/mini";
import type { ManifestSchedule } from "../model/manifest.ts";
import { checkCron, isTimeZone } from "../schedules/check-cron.ts";
import { closedMap, uniqueList } from "./closed-map.ts";
import { text, textFormats } from "./text-formats.ts";

const maxSchedules = 10;
/** The shortest time between two ticks of a schedule. */
const minMinutes = 5;
const maxMinutes = 30 * 24 * 60;

const params = { code: "invalid_schedule" };

const schedule: z.ZodMiniType<ManifestSchedule> = closedMap("a schedule", {
  id: text(textFormats.id, {
    description: "Identifies the schedule in your code.",
    examples: ["daily-report"],
  }),
  cron: z.exactOptional(
    z.string().check(
      z.check(({ value, issues }) => {
        const message = checkCron(value, minMinutes);
        if (message !== undefined) issues.push({ code: "custom", input: value, params, message });
      }),
      z.meta({
        description: "Minute, hour, day of the month, month and day of the week.",
        examples: ["0 9 * * 1-5"],
      }),
    ),
  ),
  timeZone: z.exactOptional(
    z.string().check(
      z.refine(isTimeZone, {
        params,
        error: "This is not a time zone. Use an IANA name such as Europe/Berlin.",
      }),
      z.meta({
        description: "IANA name of the time zone of cron. Defaults to UTC.",
        examples: ["Europe/Berlin"],
      }),
    ),
  ),
  everyMinutes: z.exactOptional(
    z
      .int()
      .check(
        z.minimum(minMinutes, `everyMinutes must be at least ${minMinutes}.`),
        z.maximum(maxMinutes, `everyMinutes must be at most ${maxMinutes}, which is 30 days.`),
        z.describe(`Minutes between two ticks, ${minMinutes} to ${maxMinutes}.`),
      ),
  ),
}).check(
  z.refine(({ cron, everyMinutes }) => (cron === undefined) !== (everyMinutes === undefined), {
    params,
    error: "A schedule must have either cron or everyMinutes.",
  }),
  z.refine(({ timeZone, everyMinutes }) => timeZone === undefined || everyMinutes === undefined, {
    params,
    error: "everyMinutes does not use a time zone. Remove timeZone.",
  }),
);

/** The `schedules` of a manifest. */
export const schedulesSchema: z.ZodMiniType<readonly ManifestSchedule[]> = uniqueList(schedule, (item) =>
  typeof item === "object" && item !== null && "id" in item ? item.id : undefined,
).check(
  z.maxLength(maxSchedules),
  z.describe(`When the platform sends schedule events, at most ${maxSchedules}.`),
);
