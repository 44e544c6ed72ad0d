import type { Expression, ExpressionBuilder, Kysely, SqlBool, Transaction } from "kysely";
import type { PlatformContext } from "../database/platform-context.ts";
import type { RemovalTable, Tables } from "../database/tables.ts";

/** An integration or an organization that is removed in parts. */
export type Removal = Pick<RemovalTable, "kind" | "subject">;

/** Much longer than a batch takes. After a crash, another process continues after this time. */
const leaseMilliseconds = 60_000;

// The maximum difference between the clocks of two servers.
const clockTolerance = 1000;

/** Queues a removal in the transaction that takes its subject out of service. */
export async function queueRemoval(
  transaction: Transaction<Tables>,
  removal: Removal,
  now: number,
): Promise<void> {
  await transaction
    .insertInto("removals")
    .values({ ...removal, requested_at: now, leased_until: now + leaseMilliseconds })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns whether a removal has batches left. */
export async function isRemoving(db: Kysely<Tables>, { kind, subject }: Removal): Promise<boolean> {
  const row = await db
    .selectFrom("removals")
    .select("kind")
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Matches removals without a lease, or with a lease that has expired or is too long to be valid, because it was
 * written by a clock ahead of this one.
 */
function isFree(where: ExpressionBuilder<Tables, "removals">, time: number): Expression<SqlBool> {
  return where.or([
    where("leased_until", "<=", time),
    where("leased_until", ">", time + leaseMilliseconds + clockTolerance),
  ]);
}

/** Leases the oldest removal that no process is working on. */
export async function leaseRemoval({ db, now }: PlatformContext): Promise<Removal | undefined> {
  const time = now();
  const free = await db
    .selectFrom("removals")
    .select(["kind", "subject"])
    .where((where) => isFree(where, time))
    .orderBy("requested_at")
    .limit(1)
    .executeTakeFirst();
  if (free === undefined) return undefined;
  return await db
    .updateTable("removals")
    .set({ leased_until: time + leaseMilliseconds })
    .where("kind", "=", free.kind)
    .where("subject", "=", free.subject)
    // Checked again, because another process may have leased it meanwhile.
    .where((where) => isFree(where, time))
    .returning(["kind", "subject"])
    .executeTakeFirst();
}

/** Releases a removal after a batch. */
export async function releaseRemoval(
  db: Kysely<Tables>,
  { kind, subject }: Removal,
  isDone: boolean,
): Promise<void> {
  if (isDone)
    await db.deleteFrom("removals").where("kind", "=", kind).where("subject", "=", subject).execute();
  else
    await db
      .updateTable("removals")
      .set({ leased_until: 0 })
      .where("kind", "=", kind)
      .where("subject", "=", subject)
      .execute();
}
