/** A clock that moves only by hand. Milliseconds since the epoch. */
export interface TestClock {
  readonly now: () => number;
  readonly advance: (milliseconds: number) => void;
}

/**
 * Creates a test clock that shows some moment of the year 2026.
 *
 * @example
 * ```ts
 * import { createTestClock } from "@plugboard/webhook-delivery/testing";
 *
 * const clock = createTestClock();
 * const before = clock.now();
 * clock.advance(60_000);
 * console.log(clock.now() - before); // 60000
 * ```
 */
export function createTestClock(): TestClock {
  let time = Date.UTC(2026, 0, 5, 12, 30);
  return {
    now: () => time,
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}
