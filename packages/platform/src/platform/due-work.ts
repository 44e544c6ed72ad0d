import { type RawBuilder, sql } from "kysely";
import { withoutTenantScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { ProductJob } from "../operations/product.ts";

/** When background work is due. */
export interface DueTimes {
  /**
   * Unix times in milliseconds of events, schedules, removals, the end of subscriptions, streams, and each job of
   * the product; `undefined` if nothing is due.
   */
  readonly times: readonly (number | undefined)[];
  /** Whether an organization limits its deliveries in flight. */
  readonly isBounded: boolean;
}

/** Reads when each kind of background work is due, with one statement. */
export async function readDueTimes(
  { db }: Pick<PlatformContext, "db">,
  jobs: readonly ProductJob["due"][] = [],
): Promise<DueTimes> {
  const { events, schedules, removals, ended, expiring, audited, logged, bound, ...rest } =
    await withoutTenantScope("dueWork", () =>
      db
        .selectNoFrom((query) => [
          query
            .selectFrom("events")
            .select(({ fn }) => fn.min("due_at").as("due_at"))
            .where("fanned_out_at", "is", null)
            // A literal, to match the condition of the index.
            .where("held_back", "=", sql.lit(0))
            .as("events"),
          minimum("schedules", "due_at").as("schedules"),
          minimum("removals", "leased_until").as("removals"),
          query
            .selectFrom("agent_subscriptions")
            .select((build) => build.lit(0).as("due"))
            // A literal, to match the condition of the index.
            .where("ended", "=", sql.lit(1))
            .limit(1)
            .as("ended"),
          minimum("agent_subscriptions", "expires_at").as("expiring"),
          query
            .selectFrom("audit_entries")
            .select(({ fn }) => fn.min("stream_due_at").as("due_at"))
            .where("stream_due_at", "is not", null)
            .as("audited"),
          query
            .selectFrom("integration_log_positions")
            .select(({ fn }) => fn.min("stream_due_at").as("due_at"))
            .where("stream_due_at", "is not", null)
            .as("logged"),
          query
            .selectFrom("organization_limits")
            .select("value")
            .where("name", "=", "maxDeliveriesInFlight")
            .limit(1)
            .as("bound"),
          ...jobs.flatMap((due, index) =>
            due === undefined ? [] : [minimum(due.table, due.column).as(`job_${index}`)],
          ),
        ])
        .executeTakeFirstOrThrow(),
    );
  const ofJobs: Readonly<Record<string, number | null>> = rest;
  const dueJobs = jobs.map((_due, index) => ofJobs[`job_${index}`]);
  const streams = audited === null ? logged : Math.min(audited, logged ?? Infinity);
  const times = [events, schedules, removals, ended ?? expiring, streams, ...dueJobs];
  return { times: times.map((time) => time ?? undefined), isBounded: bound !== null };
}

function minimum(table: string, column: string): RawBuilder<number | null> {
  return sql<number | null>`(select min(${sql.ref(column)}) from ${sql.table(table)})`;
}
