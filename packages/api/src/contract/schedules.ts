import * as z from "zod";
import { everyMember } from "./callers.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";
import { shape } from "./shape.ts";

const scheduleSchema = shape(
  "ScheduleResource",
  "A schedule of an installation's integration.",
  z.object({
    id: z.string(),
    cron: z.string().optional(),
    timeZone: z.string().optional().describe("The time zone of `cron`. Defaults to UTC."),
    everyMinutes: z.int().optional(),
    nextAt: z.iso.datetime().describe("The next tick. The event is sent up to a minute later."),
  }),
);

/** Operations for schedules of installations. */
export const scheduleOperations = defineOperations({
  listSchedules: operation({
    method: "GET",
    path: "/installations/{installationId}/schedules",
    tag: "Tasks",
    summary: "List the schedules of an installation with their next run",
    access: "installation",
    roles: everyMember,
    query: pageQuerySchema,
    response: pageOf(scheduleSchema),
    example: {
      response: {
        items: [
          { id: "daily", cron: "0 9 * * *", timeZone: "Europe/Berlin", nextAt: "2026-01-15T08:00:00.000Z" },
        ],
      },
    },
  }),
});
