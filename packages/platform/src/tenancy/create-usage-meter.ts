import { dayMilliseconds, hourMilliseconds } from "../common/durations.ts";
import type { Expression, ExpressionBuilder, Transaction } from "kysely";
import { isoDay } from "../common/iso-time.ts";
import { nearQuotaPercent, type UsageMeter } from "../common/usage-meter.ts";
import { withoutTenantScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { commitSoon } from "../database/sync-on-release.ts";
import type { Tables } from "../database/tables.ts";

/** The values of counters that don't add up, such as stored characters. */
type ReadLevels = (organizationId: string) => Promise<Readonly<Record<string, number>>>;

type UsageUpdate = ExpressionBuilder<Tables & { excluded: Tables["usage_days"] }, "usage_days" | "excluded">;

const addedValue = (row: UsageUpdate): Expression<number> =>
  row("usage_days.value", "+", row.ref("excluded.value"));
const lastValue = (row: UsageUpdate): Expression<number> => row.ref("excluded.value");

/** The highest used share of a quota on a day. */
interface Peak {
  readonly day: string;
  readonly percent: number;
}

/** The number of days that usage is kept. */
const keptDays = 100;

/**
 * Creates the meter of a platform. Levels are read once an hour for organizations with usage, and at the first usage
 * after midnight (UTC).
 */
export function createUsageMeter(
  { db, now }: Pick<PlatformContext, "db" | "now">,
  readLevels: ReadLevels,
  onError: (error: unknown) => void,
): UsageMeter {
  let waiting = new Map<string, Map<string, number>>();
  let peaks = new Map<string, Map<string, Peak>>();
  let flushing: Promise<void> = Promise.resolve();
  let levels = { hour: 0, read: new Set<string>() };

  function add(organizationId: string, counter: string, amount: number): void {
    const own = waiting.get(organizationId) ?? new Map<string, number>();
    own.set(counter, (own.get(counter) ?? 0) + amount);
    waiting.set(organizationId, own);
  }

  function noteQuota(organizationId: string, quota: string, percent: number): void {
    if (percent >= nearQuotaPercent) keepPeak(organizationId, quota, { day: isoDay(now()), percent });
  }

  function keepPeak(organizationId: string, quota: string, peak: Peak): void {
    const own = peaks.get(organizationId) ?? new Map<string, Peak>();
    const { day, percent } = own.get(quota) ?? peak;
    if (day < peak.day || percent <= peak.percent) own.set(quota, peak);
    peaks.set(organizationId, own);
  }

  function flush(): Promise<void> {
    // Not synced for each organization, because a power failure may lose usage.
    const work = (): Promise<void> =>
      commitSoon(async () => {
        await storeWaiting();
        await storePeaks();
      });
    flushing = withoutTenantScope("usage", () => flushing.then(work).catch(onError));
    return flushing;
  }

  async function storeWaiting(): Promise<void> {
    const usage = waiting;
    waiting = new Map();
    try {
      for (const [id, amounts] of usage) {
        await store(id, amounts, addedValue);
        usage.delete(id);
        await storeLevels(id);
      }
    } catch (error) {
      // The next flush tries again.
      for (const [id, amounts] of usage) for (const [counter, amount] of amounts) add(id, counter, amount);
      throw error;
    }
  }

  async function storePeaks(): Promise<void> {
    const noted = peaks;
    peaks = new Map();
    try {
      for (const [id, quotas] of noted) {
        await storePeaksOf(id, quotas);
        noted.delete(id);
      }
    } catch (error) {
      for (const [id, quotas] of noted) for (const [quota, peak] of quotas) keepPeak(id, quota, peak);
      throw error;
    }
  }

  /** Does nothing for a removed organization: rows written after the removal would stay forever. */
  async function changeExisting(
    organizationId: string,
    change: (transaction: Transaction<Tables>) => Promise<void>,
  ): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      const organization = await transaction
        .selectFrom("organizations")
        .select("id")
        .where("id", "=", organizationId)
        .executeTakeFirst();
      if (organization !== undefined) await change(transaction);
    });
  }

  async function storePeaksOf(organizationId: string, quotas: ReadonlyMap<string, Peak>): Promise<void> {
    const rows = [...quotas]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([quota, peak]) => ({ organization_id: organizationId, quota, ...peak }));
    await changeExisting(organizationId, async (transaction) => {
      await transaction
        .deleteFrom("quota_peaks")
        .where("organization_id", "=", organizationId)
        .where("day", "<", isoDay(now()))
        .execute();
      await transaction
        .insertInto("quota_peaks")
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(["organization_id", "day", "quota"])
            .doUpdateSet((row) => ({ percent: row.ref("excluded.percent") }))
            .whereRef("excluded.percent", ">", "quota_peaks.percent"),
        )
        .execute();
    });
  }

  async function store(
    organizationId: string,
    counters: Iterable<readonly [string, number]>,
    valueOf: (row: UsageUpdate) => Expression<number>,
  ): Promise<void> {
    const rows = [...counters]
      // Sorted, so that two processes cannot deadlock.
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([counter, value]) => ({
        organization_id: organizationId,
        day: isoDay(now()),
        counter,
        value: Math.round(value),
      }));
    await changeExisting(organizationId, async (transaction) => {
      await transaction
        .insertInto("usage_days")
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .columns(["organization_id", "day", "counter"])
            .doUpdateSet((row) => ({ value: valueOf(row) })),
        )
        .execute();
    });
  }

  async function storeLevels(organizationId: string): Promise<void> {
    const hour = Math.floor(now() / hourMilliseconds);
    if (levels.hour !== hour) levels = { hour, read: new Set() };
    if (levels.read.has(organizationId)) return;
    levels.read.add(organizationId);
    const counters = Object.entries(await readLevels(organizationId));
    await store(organizationId, counters, lastValue);
    await db
      .deleteFrom("usage_days")
      .where("organization_id", "=", organizationId)
      .where("day", "<", isoDay(now() - keptDays * dayMilliseconds))
      .execute();
  }

  return { add, noteQuota, flush };
}
