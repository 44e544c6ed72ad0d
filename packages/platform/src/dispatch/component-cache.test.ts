import { describe, expect, it } from "vitest";
import { createComponentCache } from "./component-cache.ts";

const response = { type: "complete" } as const;

describe("a cache of components", () => {
  const setUp = () => {
    const clock = { now: 1_000 };
    const cache = createComponentCache(() => clock.now);
    const keep = (key: string, cacheControl: string | null = "max-age=60", parts: object = {}) =>
      cache.keep(key, "ins_1", { response, bytes: 20, cacheControl, ...parts }, clock.now);
    return { clock, cache, keep };
  };

  it("caches a response for its max-age, counted from the request", () => {
    const { clock, cache, keep } = setUp();
    keep("a");
    clock.now = 60_999;
    expect(cache.find("a")).toBe(response);
    expect(cache.find("b")).toBeUndefined();
    clock.now = 61_000;
    expect(cache.find("a")).toBeUndefined();
    cache.keep("late", "ins_1", { response, bytes: 20, cacheControl: "max-age=60" }, 1_000);
    expect(cache.find("late")).toBeUndefined();
  });

  it.each([
    ["max-age=60", true],
    ["public, Max-Age=60", true],
    ['max-age="60"', true],
    [null, false],
    ["", false],
    ["max-age=0", false],
    ["max-age=-1", false],
    ["max-age=soon", false],
    ["s-maxage=60", false],
    ["max-age=60, no-store", false],
    ["no-cache, max-age=60", false],
    ["private, max-age=60", false],
    ['private="x", max-age=60', false],
  ])("with %j, caches it: %j", (cacheControl, isKept) => {
    const { cache, keep } = setUp();
    keep("a", cacheControl);
    expect(cache.find("a") !== undefined).toBe(isKept);
  });

  it("is bounded: evicts the oldest entry, and doesn't cache large ones", () => {
    const { cache, keep } = setUp();
    for (let index = 0; index < 257; index += 1) keep(`k${index}`);
    expect([cache.find("k0"), cache.find("k1"), cache.find("k256")]).toEqual([undefined, response, response]);
    keep("large", "max-age=60", { bytes: 64 * 1024 + 1 });
    expect(cache.find("large")).toBeUndefined();
  });

  it("clears only the given installation", () => {
    const { cache, keep } = setUp();
    keep("a");
    cache.keep("b", "ins_2", { response, bytes: 20, cacheControl: "max-age=60" }, 1_000);
    cache.drop("ins_1");
    expect([cache.find("a"), cache.find("b")]).toEqual([undefined, response]);
  });
});
