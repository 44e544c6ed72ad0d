import { describe, expect, it } from "vitest";
import { databaseKinds, setUpStorage } from "../fixtures/set-up-storage.fixture.ts";
import { createDatabaseRateLimiter } from "./database-rate-limiter.ts";
import { createMemoryRateLimiter } from "./memory-rate-limiter.ts";
import { type RateLimiter, spendQuota } from "./rate-limiter.ts";

const second = 1000;
const policy = { name: "exports", quota: 10, windowSeconds: 20 };

function limiterContract(create: (now: () => number) => RateLimiter): void {
  let suites = 0;
  const set = () => {
    const clock = { now: 1_700_000_000_000 };
    const limiter = create(() => clock.now);
    suites += 1;
    const key = `caller ${suites}`;
    return { clock, limiter, key, take: (cost?: number) => limiter.take(policy, key, cost) };
  };

  it("grants a whole quota at once, and returns the remainder", async () => {
    const { take } = set();
    expect(await take()).toEqual({
      ...policy,
      unit: "requests",
      granted: true,
      remaining: 9,
      resetSeconds: 2,
      retryAfterSeconds: 0,
    });
    expect(await take(9)).toMatchObject({ granted: true, remaining: 0, resetSeconds: 20 });
    expect(await take()).toMatchObject({ granted: false, remaining: 0, retryAfterSeconds: 2 });
  });

  it("refills steadily, and doesn't charge for rejected calls", async () => {
    const { clock, take } = set();
    await take(10);
    clock.now += 3 * second;
    expect(await take(3)).toMatchObject({ granted: false, remaining: 1, retryAfterSeconds: 3 });
    clock.now += 3 * second;
    expect(await take(3)).toMatchObject({ granted: true, remaining: 0 });
    clock.now += 60 * second;
    expect(await take(10)).toMatchObject({ granted: true });
  });

  it("accepts refunds, up to a whole quota", async () => {
    const { take } = set();
    await take(10);
    expect(await take(-4)).toMatchObject({ granted: true, remaining: 4 });
    await take(-40);
    expect(await take(10)).toMatchObject({ granted: true, remaining: 0 });
    expect(await take()).toMatchObject({ granted: false });
  });

  it("counts callers and policies separately", async () => {
    const { limiter, key, take } = set();
    await take(10);
    expect(await limiter.take(policy, `${key} other`)).toMatchObject({ granted: true });
    expect(await limiter.take({ ...policy, name: "imports" }, key)).toMatchObject({ granted: true });
    expect(await take()).toMatchObject({ granted: false });
  });

  it("never grants more than a whole quota", async () => {
    const { take } = set();
    expect(await take(11)).toMatchObject({ granted: false, remaining: 10 });
    expect(await take(10)).toMatchObject({ granted: true });
  });

  it("grants concurrent callers exactly the available amount", async () => {
    const { take } = set();
    const grants = await Promise.all(Array.from({ length: 40 }, () => take()));
    expect(grants.filter(({ granted }) => granted)).toHaveLength(10);
  });

  it("starts over when a clock that was far ahead is set back", async () => {
    const { clock, take } = set();
    clock.now += 7200 * second;
    await take(10);
    clock.now -= 7200 * second;
    expect(await take()).toMatchObject({ granted: true, remaining: 9 });
  });

  it("rejects with the quota in the error", async () => {
    const { limiter, key, take } = set();
    await take(10);
    await expect(spendQuota(limiter, policy, { key, what: "exports" })).rejects.toMatchObject({
      code: "rate_limited",
      message: "Too many exports.",
      rateLimit: { name: "exports", retryAfterSeconds: 2 },
    });
  });
}

describe("a rate limiter in memory", () => {
  limiterContract(createMemoryRateLimiter);

  it("evicts the least recently seen callers", async () => {
    const limiter = createMemoryRateLimiter(() => 0);
    for (const key of ["first", "second"]) await limiter.take(policy, key, 9);
    await limiter.take(policy, "first");
    for (let caller = 0; caller < 49_999; caller += 1) await limiter.take(policy, String(caller));
    expect(await limiter.take(policy, "first")).toMatchObject({ granted: false });
    expect(await limiter.take(policy, "second", 10)).toMatchObject({ granted: true });
  });
});

describe.each(databaseKinds)("a rate limiter on %s", (kind) => {
  const { storage } = setUpStorage(kind);
  limiterContract((now) => createDatabaseRateLimiter(storage().db, now));

  it("removes full buckets once an hour", async () => {
    const clock = { now: 0 };
    const limiter = createDatabaseRateLimiter(storage().db, () => clock.now);
    await limiter.take(policy, "old");
    clock.now = 3601 * second;
    await limiter.take(policy, "new");
    const rows = await storage()
      .db.selectFrom("rate_limits")
      .select("id")
      .where("full_at", "<", 1e12)
      .execute();
    expect(rows).toEqual([{ id: "exports new" }]);
  });
});
