import { dayMilliseconds } from "../common/durations.ts";
import { isoDay } from "../common/iso-time.ts";
import type { PlatformContext } from "../database/platform-context.ts";

/** An organization's counters on one day. */
export interface UsageDay {
  /** The UTC day, such as `2026-01-15`. */
  readonly day: string;
  readonly counters: Readonly<Record<string, number>>;
}

/** Returns the stored counters of an organization's last days with usage, oldest first. */
export async function listUsageDays(
  { db, now }: Pick<PlatformContext, "db" | "now">,
  organizationId: string,
  days: number,
): Promise<UsageDay[]> {
  const rows = await db
    .selectFrom("usage_days")
    .select(["day", "counter", "value"])
    .where("organization_id", "=", organizationId)
    .where("day", ">", isoDay(now() - days * dayMilliseconds))
    .orderBy("day")
    .execute();
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, own]) => ({
    day,
    counters: Object.fromEntries(own.map(({ counter, value }) => [counter, value])),
  }));
}
