import { type Kysely, type RawBuilder, sql } from "kysely";
import { withoutTenantScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Tables } from "../database/tables.ts";

/** When background work is due (Unix time in milliseconds). `undefined` if there is none. */
export interface DueTimes {
  readonly events: number | undefined;
  readonly schedules: number | undefined;
  readonly removals: number | undefined;
  readonly syncs: number | undefined;
  /** Whether an organization limits its deliveries in flight. */
  readonly isBounded: boolean;
}

/** Reads when each kind of background work is due, with one statement. */
export async function readDueTimes({ db }: Pick<PlatformContext, "db">): Promise<DueTimes> {
  const row = await withoutTenantScope("dueWork", () =>
    db
      .selectNoFrom((query) => [
        query
          .selectFrom("events")
          .select(({ fn }) => fn.min("due_at").as("due_at"))
          .where("fanned_out_at", "is", null)
          // A literal, to match the condition of the index.
          .where("held_back", "=", sql.lit(0))
          .as("events"),
        minimum(db, "schedules", "due_at").as("schedules"),
        minimum(db, "removals", "leased_until").as("removals"),
        minimum(db, "git_bindings", "due_at").as("syncs"),
        query
          .selectFrom("organization_limits")
          .select("value")
          .where("name", "=", "maxDeliveriesInFlight")
          .limit(1)
          .as("bound"),
      ])
      .executeTakeFirstOrThrow(),
  );
  const { events, schedules, removals, syncs, bound } = row;
  return {
    events: events ?? undefined,
    schedules: schedules ?? undefined,
    removals: removals ?? undefined,
    syncs: syncs ?? undefined,
    isBounded: bound !== null,
  };
}

function minimum(
  db: Kysely<Tables>,
  table: "schedules" | "removals" | "git_bindings",
  column: string,
): RawBuilder<number | null> {
  return sql<number | null>`(select min(${sql.ref(column)}) from ${sql.table(table)})`;
}
