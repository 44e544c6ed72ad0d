import { expect, test } from "vitest";
import { createSteadyNow } from "./steady-now.ts";

const noon = Date.UTC(2026, 0, 1, 12);
const hour = 3_600_000;

function createClocks() {
  const clocks = { passed: 0, ahead: 0 };
  const now = createSteadyNow({
    wall: () => noon + clocks.passed + clocks.ahead,
    elapsed: () => 5_000.25 + clocks.passed,
  });
  /** The clock's deviation from the elapsed time. */
  const error = (): number => now() - noon - clocks.passed;
  return { clocks, error };
}

test("follows the wall clock and its small corrections", () => {
  const { clocks, error } = createClocks();
  clocks.passed = 10_000;
  expect(error()).toBe(0);
  clocks.ahead = -400;
  expect(error()).toBe(-400);
  clocks.ahead = 500;
  expect(error()).toBe(500);
});

test.each([2 * hour, -2 * hour])("ignores a jump of %i ms and back", (jump) => {
  const { clocks, error } = createClocks();
  clocks.ahead = jump;
  for (clocks.passed = 0; clocks.passed < 59_000; clocks.passed += 1_000) expect(error()).toBe(0);
  clocks.ahead = 0;
  clocks.passed = 200_000;
  expect(error()).toBe(0);
});

test("follows a jump that lasts for a minute", () => {
  const { clocks, error } = createClocks();
  clocks.ahead = 2 * hour;
  expect(error()).toBe(0);
  clocks.passed = 60_000;
  expect(error()).toBe(2 * hour);
});

test("waits again for a second jump", () => {
  const { clocks, error } = createClocks();
  clocks.ahead = 2 * hour;
  expect(error()).toBe(0);
  clocks.passed = 50_000;
  clocks.ahead = 0;
  expect(error()).toBe(0);
  clocks.passed = 61_000;
  clocks.ahead = 2 * hour;
  expect(error()).toBe(0);
});
