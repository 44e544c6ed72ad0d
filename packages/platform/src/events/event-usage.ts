import type { Expression, ExpressionBuilder, Kysely, Transaction } from "kysely";
import { planQuery } from "../database/plan-query.ts";
import type { Tables } from "../database/tables.ts";

/** The number of events, and the characters in their payloads. */
export interface EventUsage {
  readonly events: number;
  readonly characters: number;
}

type UsageUpdate = ExpressionBuilder<
  Tables & { excluded: Tables["event_usage"] },
  "event_usage" | "excluded"
>;

/** Adds the inserted counts to the existing ones. */
export function addedUsage(row: UsageUpdate): Record<keyof EventUsage, Expression<number>> {
  return {
    events: row("event_usage.events", "+", row.ref("excluded.events")),
    characters: row("event_usage.characters", "+", row.ref("excluded.characters")),
  };
}

interface UsageRow extends EventUsage {
  readonly organization_id: string;
}

function insertUsage(db: Kysely<Tables>, rows: readonly UsageRow[]) {
  return db
    .insertInto("event_usage")
    .values(rows)
    .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(addedUsage));
}

const insertOne = planQuery((db: Kysely<Tables>, row: UsageRow) => insertUsage(db, [row]));

/**
 * Updates the event counters of organizations, in the transaction that changes the events. Only events with
 * written deliveries count.
 */
export async function countEvents(
  transaction: Transaction<Tables>,
  changes: readonly (EventUsage & { readonly organizationId: string })[],
): Promise<void> {
  const byOrganization = Map.groupBy(changes, ({ organizationId }) => organizationId);
  if (byOrganization.size === 0) return;
  const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
  const rows = [...byOrganization]
    // Sorted, so that two processes cannot deadlock.
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([organization_id, own]) => ({
      organization_id,
      events: sumOf(own.map(({ events }) => events)),
      characters: sumOf(own.map(({ characters }) => characters)),
    }));
  const [row] = rows;
  if (rows.length === 1 && row !== undefined) await insertOne(transaction, row);
  else await insertUsage(transaction, rows).execute();
}

/** Deletes events and their recipients. */
export async function deleteEvents(
  transaction: Transaction<Tables>,
  positions: readonly number[],
): Promise<void> {
  const events = await transaction
    .deleteFrom("events")
    .where("position", "in", positions)
    .returning(({ fn }) => [
      "organization_id as organizationId",
      "fanned_out_at",
      fn<number>("length", ["payload"]).as("characters"),
    ])
    .execute();
  await transaction
    .deleteFrom("event_recipients")
    .where("organization_id", "in", [...new Set(events.map(({ organizationId }) => organizationId)), ""])
    .where("event_position", "in", positions)
    .execute();
  await countEvents(
    transaction,
    events.flatMap(({ organizationId, fanned_out_at, characters }) =>
      fanned_out_at === null ? [] : { organizationId, events: -1, characters: -characters },
    ),
  );
}

/** Returns the number of events of an organization and the characters in their payloads. */
export async function readEventUsage(db: Kysely<Tables>, organizationId: string): Promise<EventUsage> {
  const counted = await db
    .selectFrom("event_usage")
    .select(["events", "characters"])
    .where("organization_id", "=", organizationId)
    .executeTakeFirst();
  const waiting = await db
    .selectFrom("events")
    .select(({ fn }) => [fn.countAll().as("events"), fn.sum(fn("length", ["payload"])).as("characters")])
    .where("organization_id", "=", organizationId)
    .where("fanned_out_at", "is", null)
    .executeTakeFirstOrThrow();
  return {
    events: (counted?.events ?? 0) + Number(waiting.events),
    characters: (counted?.characters ?? 0) + Number(waiting.characters ?? 0),
  };
}
