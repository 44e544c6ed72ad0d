/** A clock that only moves by hand. Unix time (ms). */
export interface TestClock {
  readonly now: () => number;
  readonly advance: (milliseconds: number) => void;
}

/**
 * Creates a test clock at a fixed moment in 2026.
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
