import { type Kysely, sql } from "kysely";
import type { Tables } from "../database/tables.ts";
import { costMilliseconds, describeGrant, implausibleFullAt, type RateLimiter } from "./rate-limiter.ts";

const cleaningMilliseconds = 3600 * 1000;

/**
 * Creates a rate limiter that stores buckets in the database, for quotas shared by all processes. Each `take`
 * is a single statement, so concurrent calls cannot exceed the quota.
 *
 * @param now - Unix time in milliseconds
 *
 * @example
 * import { createDatabaseRateLimiter, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const limiter = createDatabaseRateLimiter(platform.db, Date.now);
 * const policy = { name: "exports", quota: 10, windowSeconds: 3600 };
 * console.log((await limiter.take(policy, "org_1")).remaining);
 */
export function createDatabaseRateLimiter(db: Kysely<Tables>, now: () => number): RateLimiter {
  let cleanedAt = now();
  return {
    take: async (policy, key, cost = 1) => {
      const id = `${policy.name} ${key}`;
      const time = now();
      if (Math.abs(time - cleanedAt) > cleaningMilliseconds) {
        cleanedAt = time;
        await db.deleteFrom("rate_limits").where("full_at", "<", time).execute();
      }
      const needed = costMilliseconds(policy, cost);
      const before = sql<number>`case when rate_limits.full_at between ${time} and ${implausibleFullAt(policy, time)}
        then rate_limits.full_at else ${time} end`;
      const latest = time + policy.windowSeconds * 1000;
      const taken =
        time + needed > latest
          ? undefined
          : await db
              .insertInto("rate_limits")
              .values({ id, full_at: time + needed })
              .onConflict((conflict) =>
                conflict
                  .column("id")
                  .doUpdateSet({ full_at: sql<number>`${before} + ${needed}` })
                  .where(sql<boolean>`${before} + ${needed} <= ${latest}`),
              )
              .returning("full_at")
              .executeTakeFirst();
      if (taken !== undefined) return describeGrant(policy, { fullAt: taken.full_at, now: time });
      const row = await db
        .selectFrom("rate_limits")
        .select("full_at")
        .where("id", "=", id)
        .executeTakeFirst();
      return describeGrant(policy, { fullAt: row?.full_at ?? time, now: time, refusedCost: cost });
    },
  };
}
