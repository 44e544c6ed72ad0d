import { expect, it } from "vitest";
import { lastDays } from "./last-days.ts";

it.each([
  ["in the middle of a day", "2026-03-10T12:30:00.000Z"],
  ["at midnight", "2026-03-10T00:00:00.000Z"],
])("the last days end with the current one (%s)", (_time, now) => {
  expect(lastDays(Date.parse(now), 7)).toEqual({
    since: "2026-03-04T00:00:00.000Z",
    before: "2026-03-11T00:00:00.000Z",
    spans: 7,
  });
});
