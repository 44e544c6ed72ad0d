import { type Kysely, PostgresAdapter, sql, type Transaction } from "kysely";
import type { PlatformContext } from "../database/platform-context.ts";
import { planQuery } from "../database/plan-query.ts";
import { commitLightly, withoutDiskSync } from "../database/sync-on-release.ts";
import type { EventRow, Tables } from "../database/tables.ts";
import { followInstallations, prepareIntegrationEndpoint } from "../endpoints/follow-installation.ts";
import { addedUsage, countEvents } from "../events/event-usage.ts";
import { releaseInOrder } from "../events/release-in-order.ts";
import { type FannedOutEvent, toEventInputs } from "./decide-targets.ts";
import { loadRecipientParts, type StoredRecipient } from "./recipients.ts";

/** The maximum number of recipients per enqueue, unless a single event has more. */
const maxRecipients = 400;
/** Endpoints created concurrently, which share a commit. */
const parallelEndpoints = 50;

interface PartlyFannedOut extends FannedOutEvent<StoredRecipient> {
  /** The last recipient so far, if there are more. */
  readonly next?: string | undefined;
}

/**
 * Writes the deliveries of events. An event with many recipients is fanned out in batches, one per lease,
 * after events with few recipients. After a crash the last batch is repeated without effect.
 *
 * @returns whether all recipients of these events have their deliveries
 */
export async function fanOutEvents(context: PlatformContext, rows: readonly EventRow[]): Promise<boolean> {
  await followInstallations(context, rows);
  const parts = await loadRecipientParts(context, rows);
  const events = rows.map((row, index): PartlyFannedOut => {
    const { recipients = [], next } = parts[index] ?? {};
    return { ...toEventInputs(row, recipients, context.product), next };
  });
  const isWide = ({ row, next }: PartlyFannedOut): boolean =>
    next !== undefined || row.fan_out_after !== null;
  const inOrder = [...events.filter((event) => !isWide(event)), ...events.filter(isWide)];
  for (const group of inGroups(inOrder)) await enqueueEvents(context, group);
  return events.every(({ next }) => next === undefined);
}

function inGroups(events: readonly PartlyFannedOut[]): PartlyFannedOut[][] {
  const groups: PartlyFannedOut[][] = [];
  let room = 0;
  for (const event of events) {
    room -= event.reached.length;
    if (groups.length === 0 || room < 0) {
      groups.push([]);
      room = maxRecipients - event.reached.length;
    }
    groups.at(-1)?.push(event);
  }
  return groups;
}

async function enqueueEvents(context: PlatformContext, events: readonly PartlyFannedOut[]): Promise<void> {
  const organizations = new Map(
    events.flatMap(({ row, reached }) => reached.map((recipient) => [recipient, row.organization_id])),
  );
  const reached = [...organizations];
  for (let start = 0; start < reached.length; start += parallelEndpoints)
    await Promise.all(
      reached
        .slice(start, start + parallelEndpoints)
        .map(([recipient, organizationId]) => prepareIntegrationEndpoint(context, organizationId, recipient)),
    );
  await context.deliveries.enqueue(events.flatMap(({ inputs }) => inputs));
  await markFannedOut(context, events);
}

/**
 * Marks events as fanned out, fully or up to a recipient, and records their recipients, in one transaction.
 * Their deliveries are durable by then; if the mark is lost, fan-out is repeated without effect.
 */
async function markFannedOut(context: PlatformContext, events: readonly PartlyFannedOut[]): Promise<void> {
  const { db } = context;
  const recipients = events.flatMap(({ row, reached }) =>
    reached.map(({ installationId }) => ({
      organization: row.organization_id,
      installation: installationId,
      position: row.position,
    })),
  );
  const done = events.filter(({ next }) => next === undefined);
  const mark = { recipients, done: done.map(({ row }) => row.position), time: context.now() };
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  if (isPostgres && done.length === events.length) await markOnPostgres(db, mark);
  else
    await commitLightly(() =>
      db.transaction().execute(async (transaction) => {
        await (isPostgres ? markOnPostgres : markOnSqlite)(transaction, mark);
        await markParts(transaction, events);
      }),
    );
  for (const { row } of done) context.usage.add(row.organization_id, "acceptedEvents", 1);
  const inOrder = done.filter(({ row }) => row.ordering_key !== null);
  await releaseInOrder(
    context,
    "position",
    inOrder.map(({ row }) => row.position),
  );
}

interface Mark {
  readonly recipients: readonly {
    readonly organization: string;
    readonly installation: string;
    readonly position: number;
  }[];
  /** The positions of the events without further recipients. */
  readonly done: readonly number[];
  readonly time: number;
}

async function markParts(
  transaction: Transaction<Tables>,
  events: readonly PartlyFannedOut[],
): Promise<void> {
  for (const { row, next } of events) {
    if (next === undefined) continue;
    await transaction
      .updateTable("events")
      .set({ fan_out_after: next, leased_until: 0 })
      .where("position", "=", row.position)
      .execute();
  }
}

const insertRecipients = planQuery((db: Kysely<Tables>, { rows }: { readonly rows: string }) =>
  db
    .insertInto("event_recipients")
    .columns(["organization_id", "installation_id", "event_position"])
    // Without "where", "on conflict" would be read as the condition of a join.
    .expression(
      sql`select value ->> 'organization', value ->> 'installation', value ->> 'position' from json_each(${rows}) where true`,
    )
    .onConflict((conflict) => conflict.doNothing()),
);

const markEvents = planQuery(
  (db: Kysely<Tables>, { done, time }: { readonly done: string; readonly time: number }) =>
    db
      .updateTable("events")
      .set({ fanned_out_at: time })
      .where(sql<boolean>`position in (select value from json_each(${done}))`)
      .where("fanned_out_at", "is", null)
      .returning(({ fn }) => [
        "organization_id as organizationId",
        fn<number>("length", ["payload"]).as("characters"),
      ]),
);

async function markOnSqlite(
  transaction: Transaction<Tables>,
  { recipients, done, time }: Mark,
): Promise<void> {
  await insertRecipients(transaction, { rows: JSON.stringify(recipients) });
  const marked = await markEvents(transaction, { done: JSON.stringify(done), time });
  await countEvents(
    transaction,
    marked.map((row) => ({ ...row, events: 1 })),
  );
}

interface MarkedRows {
  readonly done: readonly number[];
  readonly time: number;
  readonly organizations: readonly string[];
  readonly installations: readonly string[];
  readonly positions: readonly number[];
}

/**
 * Marks completed events with one statement, which saves PostgreSQL four round trips. Its text is the same for any
 * number of events, so that it is prepared. The subqueries hide the lengths of the arrays from the planner, which would
 * plan it each time.
 */
const markWithArrays = planQuery(
  (db: Kysely<Tables>, { done, time, organizations, installations, positions }: MarkedRows) =>
    db
      .with("marked", (query) =>
        query
          .updateTable("events")
          .set({ fanned_out_at: time })
          .where(sql<boolean>`position = any(array(select unnest(${done}::bigint[])))`)
          .where("fanned_out_at", "is", null)
          .returning(({ fn }) => [
            "organization_id",
            fn<number>("length", ["payload"]).as("characters"),
            ...withoutDiskSync(db),
          ]),
      )
      .with("counted", (query) =>
        query
          .insertInto("event_usage")
          .columns(["organization_id", "events", "characters"])
          .expression((source) =>
            source
              .selectFrom("marked")
              .select(({ fn }) => [
                "organization_id",
                // Without a star, which would keep the statement from being prepared.
                fn.count<number>("organization_id").as("events"),
                fn.sum<number>("characters").as("characters"),
              ])
              .groupBy("organization_id")
              // Sorted, so that two processes cannot deadlock.
              .orderBy("organization_id"),
          )
          .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(addedUsage))
          .returning("organization_id"),
      )
      .insertInto("event_recipients")
      .columns(["organization_id", "installation_id", "event_position"])
      .expression(
        sql`select a, b, c from unnest((select ${organizations}::text[]), (select ${installations}::text[]),
          (select ${positions}::bigint[])) as recipient (a, b, c)`,
      )
      .onConflict((conflict) => conflict.doNothing()),
);

async function markOnPostgres(db: Kysely<Tables>, { recipients, done, time }: Mark): Promise<void> {
  await markWithArrays(db, {
    done,
    time,
    organizations: recipients.map(({ organization }) => organization),
    installations: recipients.map(({ installation }) => installation),
    positions: recipients.map(({ position }) => position),
  });
}
