import { setImmediate, setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listInstallationEvents } from "../events/list-events.ts";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { installIntegration } from "../installations/install-integration.ts";
import { createFanOut } from "./fan-out.ts";
import { createLoop, removeOldEvents } from "./workers.ts";

const interval = 1000;

describe("createLoop", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A loop whose runs return these results in turn, then `undefined`. */
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

  it("continues immediately while there is work, and pauses afterwards", async () => {
    const { loop, runs } = start([3, 1]);
    await setImmediate();
    expect(runs()).toBe(3);
    await vi.advanceTimersByTimeAsync(interval - 1);
    expect(runs()).toBe(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs()).toBe(4);
    await loop.stop();
  });

  it("can be woken, even while it is working", async () => {
    const { loop, runs } = start([]);
    loop.wake();
    await setImmediate();
    expect(runs()).toBe(2);
    loop.wake();
    await setImmediate();
    expect(runs()).toBe(3);
    await loop.stop();
  });

  it("runs at once when woken, and then at most once per gap", async () => {
    const gap = 50;
    const starts: number[] = [];
    const loop = createLoop(
      async () => {
        starts.push(performance.now());
        return 0;
      },
      interval,
      () => {},
      gap,
    );
    await delay(gap);
    const wokenAt = performance.now();
    loop.wake();
    while (starts.length < 4) {
      await setImmediate();
      loop.wake();
    }
    await loop.stop();
    const [, woken = 0, next = 0, last = 0] = starts;
    expect(woken - wokenAt).toBeLessThan(gap - 5);
    // Timers can fire a little early.
    expect(Math.min(next - woken, last - next)).toBeGreaterThan(gap - 5);
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

const day = 24 * 3600 * 1000;

describe.each(databaseKinds)("removeOldEvents on %s", (kind) => {
  const platform = setUpPlatform(kind);

  it("removes events handled 90 days ago, but none that are newer or pending", async () => {
    const { organizationId } = await platform.createContent();
    const { name } = await platform.publish(organizationId);
    const { id } = await installIntegration(platform.context(), name, organizationId);
    const received = async () =>
      (await listInstallationEvents(platform.context(), id, { limit: 10 })).items.length;
    platform.clock.now += 89 * day;
    await createFanOut(platform.context(), 5000).runOnce();
    expect(await received()).toBe(2);
    platform.clock.now += 90 * day;
    expect(await removeOldEvents(platform.context(), 90 * day)).toBe(0);
    platform.clock.now += 1;
    const waiting = await installIntegration(
      platform.context(),
      (await platform.publish(organizationId)).name,
      organizationId,
    );
    expect(await removeOldEvents(platform.context(), 90 * day)).toBe(2);
    expect(await received()).toBe(0);
    expect(await platform.eventsOf(id)).toEqual([]);
    expect(await platform.eventsOf(waiting.id)).toHaveLength(2);
    expect(await platform.storage().db.selectFrom("event_recipients").selectAll().execute()).toEqual([]);
  });
});
