import { metrics, propagation, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from "kysely";
import { onWholePlatform } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { commitLightly } from "../database/sync-on-release.ts";
import type { EventRow, Tables } from "../database/tables.ts";
import { removalEvents } from "./decide-targets.ts";
import { fanOutEvents } from "./fan-out-events.ts";

const batchSize = 200;
/** How often events from a clock that was ahead are looked for. A clock that is set back by more is noticed at once. */
const clockRepairMilliseconds = 30_000;
/** How far the clocks of two servers may differ. */
const clockTolerance = 1_000;

/** Turns events into deliveries. */
export interface FanOut {
  /**
   * Handles one batch of due events; returns how many it took.
   *
   * @throws Error when events could not be handled. The others are; these are taken up again when their lease runs out.
   */
  readonly runOnce: () => Promise<number>;
}

/**
 * Events are leased, their deliveries enqueued, and only then are they marked as done. A crash in between repeats the
 * enqueue, which adds nothing the second time.
 */
export function createFanOut(context: PlatformContext, leaseMilliseconds: number): FanOut {
  const measure = createFanOutTelemetry(context.now);
  const fanOut = async (rows: readonly EventRow[]): Promise<void> => {
    const startTime = Date.now();
    await fanOutEvents(context, rows);
    measure(rows, startTime);
  };
  let repairedAt = -Infinity;
  const repairClock = async (): Promise<void> => {
    const time = context.now();
    if (Math.abs(time - repairedAt) < clockRepairMilliseconds) return;
    await bringBackFromAhead(context, time);
    repairedAt = time;
  };
  return {
    runOnce: async () =>
      await onWholePlatform("fanOut", async () => {
        await repairClock();
        const rows = await leaseEvents(context, leaseMilliseconds);
        if (rows.length > 0) await fanOut(rows).catch(() => fanOutEach(fanOut, rows));
        return rows.length;
      }),
  };
}

/** One event that fails must not hold up those beside it. */
async function fanOutEach(
  fanOut: (rows: readonly EventRow[]) => Promise<void>,
  rows: readonly EventRow[],
): Promise<void> {
  const failures: { readonly id: string; readonly error: unknown }[] = [];
  for (const row of rows) {
    await fanOut([row]).catch((error: unknown) => failures.push({ id: row.id, error }));
  }
  const [first] = failures;
  if (first === undefined) return;
  throw new Error(
    `${failures.length} of ${rows.length} events could not be fanned out; the first is ${first.id}`,
    { cause: first.error },
  );
}

const [ofSpaces, ofSites, ofInstallation] = removalEvents;

// Two servers fan out two batches at once, in whichever order. Removals keep theirs: each kind waits for those before it.
function isItsTurn(where: ExpressionBuilder<Tables, "events">): Expression<SqlBool> {
  return where.or([
    where("type", "not in", [sql.lit(ofSites), sql.lit(ofInstallation)]),
    where.not(
      where.exists((query) =>
        query
          .selectFrom("events as earlier")
          .select("earlier.position")
          .whereRef("earlier.installation_id", "=", "events.installation_id")
          .whereRef("earlier.position", "<", "events.position")
          .whereRef("earlier.type", "!=", "events.type")
          // Literals, as in the condition of the index.
          .where("earlier.type", "in", [sql.lit(ofSpaces), sql.lit(ofSites)])
          .where("earlier.fanned_out_at", "is", null),
      ),
    ),
  ]);
}

/**
 * Keeps the delay of events that were accepted by a clock ahead of ours, counted from now. Left as they are, they would wait
 * until our clock gets there. An event that was brought back is due before it was created, so it is moved only once.
 */
async function bringBackFromAhead({ db }: PlatformContext, time: number): Promise<void> {
  await commitLightly(() =>
    db
      .updateTable("events")
      .set(({ eb }) => ({ due_at: eb("due_at", "-", eb.parens(eb("created_at", "-", time))) }))
      .where("fanned_out_at", "is", null)
      .where("created_at", ">", time + clockTolerance)
      .whereRef("due_at", ">=", "created_at")
      .execute(),
  );
}

/** Not leased, or by a lease that ran out, or by one that a clock ahead of ours wrote: no lease lasts that long. */
function isFree(
  where: ExpressionBuilder<Tables, "events">,
  time: number,
  leaseMilliseconds: number,
): Expression<SqlBool> {
  return where.or([
    where("leased_until", "<", time),
    where("leased_until", ">", time + leaseMilliseconds + clockTolerance),
  ]);
}

/**
 * Takes the events that are due, oldest first. Two servers never take the same one, unless a lease has run out or their clocks
 * are far apart; fanning an event out twice adds nothing.
 */
async function leaseEvents({ db, now }: PlatformContext, leaseMilliseconds: number): Promise<EventRow[]> {
  const time = now();
  const rows = await commitLightly(() =>
    db
      .updateTable("events")
      .set({ leased_until: time + leaseMilliseconds })
      .where("position", "in", (query) =>
        query
          .selectFrom("events")
          .select("position")
          .where("fanned_out_at", "is", null)
          .where("due_at", "<=", time)
          .where((where) => isFree(where, time, leaseMilliseconds))
          .where(isItsTurn)
          .orderBy("due_at")
          .orderBy("position")
          .limit(batchSize),
      )
      // Checked again on the row itself: another server may have leased it after the list was read.
      .where((where) => isFree(where, time, leaseMilliseconds))
      .returningAll()
      .execute(),
  );
  return rows.toSorted((a, b) => a.position - b.position);
}

/** Measures how many events are turned into deliveries, and how long after they were due. In each event's trace it is a span. */
function createFanOutTelemetry(now: () => number): (events: readonly EventRow[], startTime: number) => void {
  const tracer = trace.getTracer("@plugboard/platform");
  const lag = metrics.getMeter("@plugboard/platform").createHistogram("plugboard.event.lag", {
    description: "From an event coming due to its deliveries being written",
    unit: "s",
  });
  return (events, startTime) => {
    const time = now();
    for (const { id, type, due_at, traceparent } of events) {
      lag.record(Math.max(0, time - due_at) / 1000, { "plugboard.event.type": type });
      if (traceparent === null) continue;
      const attributes = { "plugboard.event.id": id, "plugboard.event.type": type };
      const parent = propagation.extract(ROOT_CONTEXT, { traceparent });
      tracer.startSpan("fan out event", { startTime, attributes }, parent).end();
    }
  };
}
