import type { PlatformContext } from "../database/platform-context.ts";

const keptMilliseconds = 90 * 24 * 3600 * 1000;
const batchSize = 1000;

/**
 * Removes events that were fanned out more than 90 days ago, as long as the delivery engine keeps what became of them. They
 * hold addresses and cookies of visitors, which nobody should keep without end.
 *
 * @returns how many were removed; when that is a whole batch there may be more
 */
export async function removeOldEvents({ db, now }: PlatformContext): Promise<number> {
  const before = now() - keptMilliseconds;
  return await db.transaction().execute(async (transaction) => {
    const old = await transaction
      .selectFrom("events")
      .select("position")
      .where("fanned_out_at", "<", before)
      .orderBy("fanned_out_at")
      .limit(batchSize)
      .execute();
    if (old.length === 0) return 0;
    const positions = old.map(({ position }) => position);
    await transaction.deleteFrom("event_recipients").where("event_position", "in", positions).execute();
    await transaction.deleteFrom("events").where("position", "in", positions).execute();
    return old.length;
  });
}
