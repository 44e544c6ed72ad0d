import { isoDay } from "../common/iso-time.ts";
import type { UsageMeter } from "../common/usage-meter.ts";
import { withoutTenantScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";

/** The values of counters that don't add up, such as stored characters. */
type ReadLevels = (organizationId: string) => Promise<Readonly<Record<string, number>>>;

const hourMilliseconds = 3600 * 1000;
const dayMilliseconds = 24 * hourMilliseconds;
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
  let flushing: Promise<void> = Promise.resolve();
  let levels = { hour: 0, read: new Set<string>() };

  function add(organizationId: string, counter: string, amount: number): void {
    const own = waiting.get(organizationId) ?? new Map<string, number>();
    own.set(counter, (own.get(counter) ?? 0) + amount);
    waiting.set(organizationId, own);
  }

  function flush(): Promise<void> {
    flushing = withoutTenantScope("usage", () => flushing.then(storeWaiting).catch(onError));
    return flushing;
  }

  async function storeWaiting(): Promise<void> {
    const usage = waiting;
    waiting = new Map();
    if (usage.size === 0) return;
    try {
      // An organization can be removed meanwhile.
      const kept = await db
        .selectFrom("organizations")
        .select("id")
        .where("id", "in", [...usage.keys()])
        // Sorted, so that two processes cannot deadlock.
        .orderBy("id")
        .execute();
      for (const { id } of kept) {
        await addUsage(id, usage.get(id) ?? new Map());
        usage.delete(id);
        await storeLevels(id);
      }
    } catch (error) {
      // The next flush tries again.
      for (const [id, amounts] of usage) for (const [counter, amount] of amounts) add(id, counter, amount);
      throw error;
    }
  }

  const toRows = (organization_id: string, counters: Iterable<readonly [string, number]>) =>
    [...counters]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([counter, value]) => ({
        organization_id,
        day: isoDay(now()),
        counter,
        value: Math.round(value),
      }));

  async function addUsage(organizationId: string, amounts: ReadonlyMap<string, number>): Promise<void> {
    await db
      .insertInto("usage_days")
      .values(toRows(organizationId, amounts))
      .onConflict((conflict) =>
        conflict
          .columns(["organization_id", "day", "counter"])
          .doUpdateSet((row) => ({ value: row("usage_days.value", "+", row.ref("excluded.value")) })),
      )
      .execute();
  }

  async function storeLevels(organizationId: string): Promise<void> {
    const hour = Math.floor(now() / hourMilliseconds);
    if (levels.hour !== hour) levels = { hour, read: new Set() };
    if (levels.read.has(organizationId)) return;
    levels.read.add(organizationId);
    await db
      .insertInto("usage_days")
      .values(toRows(organizationId, Object.entries(await readLevels(organizationId))))
      .onConflict((conflict) =>
        conflict
          .columns(["organization_id", "day", "counter"])
          .doUpdateSet((row) => ({ value: row.ref("excluded.value") })),
      )
      .execute();
    await db
      .deleteFrom("usage_days")
      .where("organization_id", "=", organizationId)
      .where("day", "<", isoDay(now() - keptDays * dayMilliseconds))
      .execute();
  }

  return { add, flush };
}
