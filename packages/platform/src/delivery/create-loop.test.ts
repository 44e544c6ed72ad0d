import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLoop } from "./create-loop.ts";

const interval = 1000;

describe("createLoop", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A loop over work of which each run gives the next of these results, and nothing after the last. */
  function start(results: readonly (number | Error)[]) {
    const errors: unknown[] = [];
    let runs = 0;
    const work = async (): Promise<number> => {
      const result = results[runs] ?? 0;
      runs += 1;
      if (result instanceof Error) throw result;
      return result;
    };
    const loop = createLoop(work, interval, (error) => errors.push(error));
    return { loop, errors, runs: () => runs };
  }

  it("goes on at once while there is something to do, and rests afterwards", async () => {
    const { loop, runs } = start([3, 1]);
    await setImmediate();
    expect(runs()).toBe(3);
    await vi.advanceTimersByTimeAsync(interval - 1);
    expect(runs()).toBe(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs()).toBe(4);
    await loop.stop();
  });

  it("is woken, also when the call comes while it works", async () => {
    const { loop, runs } = start([]);
    loop.wake();
    await setImmediate();
    expect(runs()).toBe(2);
    loop.wake();
    await setImmediate();
    expect(runs()).toBe(3);
    await loop.stop();
  });

  it("reports a failure and tries again after the interval", async () => {
    const failure = new Error("the database is away");
    const { loop, errors, runs } = start([failure, 1]);
    await setImmediate();
    expect(errors).toEqual([failure]);
    expect(runs()).toBe(1);
    await vi.advanceTimersByTimeAsync(interval);
    expect(runs()).toBe(3);
    await loop.stop();
  });

  it("stops after the work in flight", async () => {
    const { loop, runs } = start([1, 1, 1, 1, 1]);
    await loop.stop();
    const ran = runs();
    await vi.advanceTimersByTimeAsync(10 * interval);
    expect(runs()).toBe(ran);
    expect(ran).toBeLessThan(5);
  });
});
