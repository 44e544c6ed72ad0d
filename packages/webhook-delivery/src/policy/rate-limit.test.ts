import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { RateLimit } from "../model/endpoint.ts";
import { fullTokenBucket, takeToken } from "./rate-limit.ts";

const now = 1_700_000_000_000;

test("a burst passes immediately, then one token returns per interval", () => {
  const limit: RateLimit = { perSecond: 10, burst: 2 };
  const first = takeToken(fullTokenBucket, limit, now);
  const second = takeToken(first.bucket, limit, now);
  const third = takeToken(second.bucket, limit, now);
  expect([first.granted, second.granted]).toEqual([true, true]);
  expect(third).toEqual({ granted: false, bucket: second.bucket, readyAt: now + 100 });
  expect(takeToken(third.bucket, limit, now + 99).granted).toBe(false);
  expect(takeToken(third.bucket, limit, now + 100).granted).toBe(true);
});

test("a rate below one per second waits several seconds", () => {
  const limit: RateLimit = { perSecond: 0.1, burst: 1 };
  const { bucket } = takeToken(fullTokenBucket, limit, now);
  expect(takeToken(bucket, limit, now)).toMatchObject({ granted: false, readyAt: now + 10_000 });
});

test("a clock that steps back a little adds no tokens, and one that was hours ahead takes none", () => {
  const limit: RateLimit = { perSecond: 1, burst: 1 };
  const { bucket } = takeToken(fullTokenBucket, limit, now);
  expect(takeToken(bucket, limit, now - 500)).toMatchObject({ granted: false, readyAt: now + 1_000 });
  expect(takeToken(bucket, limit, now - 7_200_000)).toMatchObject({ granted: true });
});

const limits = fc.record({
  perSecond: fc.double({ min: 0.01, max: 10_000, noNaN: true }),
  burst: fc.integer({ min: 1, max: 100 }),
});

test("no time span exceeds the burst and the rate", () => {
  fc.assert(
    fc.property(limits, fc.array(fc.nat(500), { maxLength: 200 }), (limit, waits) => {
      let bucket = fullTokenBucket;
      let clock = now;
      const grants: number[] = [];
      for (const wait of waits) {
        clock += wait;
        const grant = takeToken(bucket, limit, clock);
        bucket = grant.bucket;
        if (grant.granted) grants.push(clock);
      }
      for (const [index, from] of grants.entries()) {
        const last = grants.at(-1) ?? from;
        const allowed = limit.burst + ((last - from) * limit.perSecond) / 1_000;
        expect(grants.length - index).toBeLessThanOrEqual(allowed + 1e-6 * allowed + 1e-3);
      }
    }),
  );
});

test("a token is available at the promised time", () => {
  fc.assert(
    fc.property(limits, fc.nat(300), (limit, takes) => {
      let bucket = fullTokenBucket;
      let clock = now;
      for (let take = 0; take < takes; take += 1) {
        const grant = takeToken(bucket, limit, clock);
        bucket = grant.bucket;
        if (grant.granted) continue;
        expect(grant.readyAt).toBeGreaterThan(clock);
        clock = grant.readyAt;
        const promised = takeToken(bucket, limit, clock);
        expect(promised.granted).toBe(true);
        bucket = promised.bucket;
      }
    }),
  );
});
