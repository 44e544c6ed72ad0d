import { expect, it } from "vitest";
import { fillDays } from "./fill-days.ts";

const now = Date.parse("2026-03-10T12:30:00.000Z");
const usage = [
  { day: "2026-03-07", counters: { requests: 5, pages: 3 } },
  { day: "2026-03-10", counters: { requests: 2, pages: 3 } },
];

it("has no usage on days without a sum", () => {
  expect(fillDays({ kind: "sum", name: "requests" }, usage, { now, days: 4 })).toEqual([
    { day: "2026-03-07", value: 5 },
    { day: "2026-03-08", value: 0 },
    { day: "2026-03-09", value: 0 },
    { day: "2026-03-10", value: 2 },
  ]);
});

it("keeps a level until it changes, and ends with the current one", () => {
  const values = fillDays({ kind: "level", name: "pages" }, usage, { now, days: 5, current: 4 });
  expect(values.map(({ value }) => value)).toEqual([undefined, 3, 3, 3, 4]);
});
