import { expect, it } from "vitest";
import { checkManifest } from "../checking/check-manifest.ts";
import { nextTick } from "./next-tick.ts";

const at = (text: string) => new Date(text).getTime();

it.each([
  [{ cron: "0 9 * * 1-5", timeZone: "Europe/Berlin" }, "2026-01-16T08:00:00Z", "2026-01-19T08:00:00Z"],
  [{ cron: "0 9 * * *", timeZone: "Europe/Berlin" }, "2026-03-28T12:00:00Z", "2026-03-29T07:00:00Z"],
  [{ cron: "0 9 * * *" }, "2026-01-15T08:59:59Z", "2026-01-15T09:00:00Z"],
  [{ everyMinutes: 15 }, "2026-01-15T09:00:00Z", "2026-01-15T09:15:00Z"],
])("%j ticks after %s at %s", (schedule, after, next) => {
  expect(nextTick({ id: "x", ...schedule }, at(after))).toBe(at(next));
});

const manifest = (schedules: string) => `name: x
title: X
description: X
organization: acme
scopes: []
schedules:
${schedules}`;

it.each([
  ["  - { id: a, cron: 0 9 * * 1-5, timeZone: Europe/Berlin }", /^$/],
  ["  - { id: a, everyMinutes: 5 }", /^$/],
  ["  - { id: a, cron: 0 25 * * * }", /^[78]: .*not a cron expression/],
  ["  - { id: a, cron: '* * * * *' }", /^[78]: .*more often than every 5 minutes/],
  ["  - { id: a, cron: 0 9 * * *, timeZone: Mars/Base }", /^[78]: .*not a time zone/],
  ["  - { id: a, everyMinutes: 4 }", /^7: .*at least 5/],
  ["  - { id: a }", /^[78]: .*either cron or everyMinutes/],
  ["  - { id: a, everyMinutes: 5 }\n  - { id: a, everyMinutes: 6 }", /^[78]: .*already in this list/],
])("checks the schedules %j", (schedules, message) => {
  const text = checkManifest(manifest(schedules))
    .errors.map((error) => `${error.line}: ${error.message}`)
    .join("\n");
  expect(text).toMatch(message);
});
