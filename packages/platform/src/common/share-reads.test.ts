import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { shareReads } from "./share-reads.ts";

it("shares one read among callers in one turn, reads again for later callers, and does not cache failures", async () => {
  const seen: string[] = [];
  const read = shareReads(async (key: string) => {
    seen.push(key);
    if (seen.length === 1) throw new Error("no database");
    return seen.length;
  });
  const failed = await Promise.allSettled([read("a"), read("a")]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await Promise.all([read("a"), read("b"), read("a")])).toEqual([2, 3, 2]);
  expect(await read("a")).toBe(4);
});

it("shares the next read among callers that arrive while one is running", async () => {
  const started: PromiseWithResolvers<number>[] = [];
  const read = shareReads(() => {
    const next = Promise.withResolvers<number>();
    started.push(next);
    return next.promise;
  });
  const first = read("a");
  await nextTurn();
  const others = [read("a"), read("a")];
  await nextTurn();
  expect(started).toHaveLength(1);
  started[0]?.resolve(1);
  expect(await first).toBe(1);
  await nextTurn();
  started[1]?.resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2]);
});

it("doesn't let later callers wait for a slow read, or share its error", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const slow = Promise.withResolvers<number>();
  let reads = 0;
  const read = shareReads(async () => {
    reads += 1;
    return reads === 1 ? await slow.promise : reads;
  });
  const first = read("a");
  await nextTurn();
  const others = [read("a"), read("a")];
  await nextTurn();
  expect(reads).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await Promise.all(others)).toEqual([2, 2]);
  slow.reject(new Error("no database"));
  await expect(first).rejects.toThrow("no database");
  expect(await read("a")).toBe(3);
});

it("reads each key at most once per gap, and the first time at once", async () => {
  const starts: number[] = [];
  const read = shareReads(async () => void starts.push(performance.now()), 50);
  const asked = performance.now();
  for (let caller = 0; caller < 4; caller += 1) {
    await read("a");
    await Promise.all([read("a"), read("a")]);
  }
  const gaps = starts.map((start, index) => start - (starts[index - 1] ?? asked));
  expect(gaps[0]).toBeLessThan(45);
  // Timers can fire a little early.
  expect(Math.min(...gaps.slice(1))).toBeGreaterThan(45);
});
