import type { Expression, ExpressionBuilder, Kysely, SqlBool, Transaction } from "kysely";
import type { PlatformContext } from "../database/platform-context.ts";
import type { RemovalTable, Tables } from "../database/tables.ts";

/** An integration or an organization that is removed in parts. */
export type Removal = Pick<RemovalTable, "kind" | "subject">;

/** A part takes much less. After a crash, another process continues this much later. */
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

/** Whether a removal has parts left. */
export async function isRemoving(db: Kysely<Tables>, { kind, subject }: Removal): Promise<boolean> {
  const row = await db
    .selectFrom("removals")
    .select("kind")
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row !== undefined;
}

/** Not leased, or leased by a process that died: a lease longer than any was written by a clock ahead. */
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
    // Checked again: another process may have been quicker.
    .where((where) => isFree(where, time))
    .returning(["kind", "subject"])
    .executeTakeFirst();
}

/** Gives a removal back after a part of it. */
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
