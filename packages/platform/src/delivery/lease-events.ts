import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { PlatformContext } from "../database/platform-context.ts";
import type { EventRow, Tables } from "../database/tables.ts";
import { removalEvents } from "./decide-targets.ts";

const batchSize = 200;

const [ofSpaces, ofSites, ofInstallation] = removalEvents;

// Two servers fan out two batches at once, in whichever order. Removals keep theirs: each kind waits for those before it.
function isItsTurn(where: ExpressionBuilder<Tables, "events">): Expression<SqlBool> {
  return where.or([
    where("type", "not in", [ofSites, ofInstallation]),
    where.not(
      where.exists((query) =>
        query
          .selectFrom("events as earlier")
          .select("earlier.position")
          .whereRef("earlier.installation_id", "=", "events.installation_id")
          .whereRef("earlier.position", "<", "events.position")
          .whereRef("earlier.type", "!=", "events.type")
          .where("earlier.type", "in", [ofSpaces, ofSites])
          .where("earlier.fanned_out_at", "is", null),
      ),
    ),
  ]);
}

/** Takes the events that are due, oldest first. Two servers never take the same one, unless a lease has run out. */
export async function leaseEvents(
  { db, now }: PlatformContext,
  leaseMilliseconds: number,
): Promise<EventRow[]> {
  const time = now();
  const rows = await db
    .updateTable("events")
    .set({ leased_until: time + leaseMilliseconds })
    .where("position", "in", (query) =>
      query
        .selectFrom("events")
        .select("position")
        .where("fanned_out_at", "is", null)
        .where("due_at", "<=", time)
        .where("leased_until", "<", time)
        .where(isItsTurn)
        .orderBy("due_at")
        .orderBy("position")
        .limit(batchSize),
    )
    // Checked again on the row itself: another server may have leased it after the list was read.
    .where("leased_until", "<", time)
    .returningAll()
    .execute();
  return rows.toSorted((a, b) => a.position - b.position);
}

/** Marks events as done and notes which installations received each, in one transaction. */
export async function markFannedOut(
  { db, now }: PlatformContext,
  events: readonly {
    readonly row: EventRow;
    readonly reached: readonly { readonly installationId: string }[];
  }[],
): Promise<void> {
  const recipients = events.flatMap(({ row, reached }) =>
    reached.map((recipient) => ({
      installation_id: recipient.installationId,
      event_position: row.position,
    })),
  );
  const positions = events.map(({ row }) => row.position);
  await db.transaction().execute(async (transaction) => {
    for (let start = 0; start < recipients.length; start += batchSize) {
      await transaction
        .insertInto("event_recipients")
        .values(recipients.slice(start, start + batchSize))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await transaction
      .updateTable("events")
      .set({ fanned_out_at: now() })
      .where("position", "in", positions)
      .execute();
  });
}
