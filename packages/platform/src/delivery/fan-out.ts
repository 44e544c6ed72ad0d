import { metrics, propagation, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  sql,
  type SqlBool,
} from "kysely";
import { withoutTenantScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { planQuery } from "../database/plan-query.ts";
import { commitLightly, withoutDiskSync } from "../database/sync-on-release.ts";
import type { EventRow, Tables } from "../database/tables.ts";
import { eventColumns } from "../events/event-columns.ts";
import { releaseForgotten } from "../events/release-in-order.ts";
import { reachesRemoved } from "./decide-targets.ts";
import { fanOutEvents } from "./fan-out-events.ts";

const batchSize = 200;
/** The maximum number of handed events that wait. Their leases must outlast the wait. */
const maxHanded = 5 * batchSize;
/**
 * The interval for finding missed events and events written by a server whose clock was ahead. Larger corrections
 * of this server's clock are noticed immediately.
 */
const repairMilliseconds = 30_000;
/** The tolerated clock difference between servers. */
const clockTolerance = 1_000;

/** The result of one batch. */
export interface FanOutBatch {
  readonly events: number;
  /** Whether other events may be due, except those reported since the batch started. */
  readonly isMore: boolean;
  /** Whether `continueWide` has work. */
  readonly isWide: boolean;
}

/** Creates deliveries for events. */
export interface FanOut {
  /** Leases events that are about to be written. Returns `leased_until`, or 0 without room for them. */
  readonly leaseNew: (count: number) => number;
  /** Takes events that were written with that lease. `runOnce` handles them without searching for others. */
  readonly hand: (rows: readonly EventRow[]) => void;
  /** Lets `runOnce` search for events. */
  readonly search: () => void;
  /** Releases the leases of handed events that were not handled. */
  readonly release: () => Promise<void>;
  /**
   * Handles a batch of due events. Leaves further batches of recipients of one event to `continueWide`, so that other
   * events don't wait for them.
   *
   * @throws Error if some events failed. The others are done; the failed ones are retried when their lease
   * ends
   */
  readonly runOnce: () => Promise<FanOutBatch>;
  /**
   * Handles the next batch of recipients of each event that `runOnce` left. `runOnce` then finds the rest.
   *
   * @returns the number of events
   *
   * @throws Error like `runOnce`
   */
  readonly continueWide: () => Promise<number>;
}

/**
 * Events are leased, their deliveries are enqueued, and only then are they marked as done. After a crash the
 * enqueue is repeated without effect.
 */
export function createFanOut(context: PlatformContext, leaseMilliseconds: number): FanOut {
  const measure = createFanOutTelemetry(context.now);
  const fanOut = async (rows: readonly EventRow[]): Promise<boolean> => {
    const startTime = Date.now();
    const isComplete = await fanOutEvents(context, rows);
    measure(rows, startTime);
    return isComplete;
  };
  let repairedAt = -Infinity;
  const repair = async (): Promise<void> => {
    const time = context.now();
    if (Math.abs(time - repairedAt) < repairMilliseconds) return;
    await bringBackFromAhead(context, time);
    await releaseForgotten(context);
    repairedAt = time;
  };
  let handed: EventRow[] = [];
  /** Events that have reached some of their recipients. */
  let wide: readonly EventRow[] = [];
  let continuing: readonly EventRow[] = [];
  let isSearching = true;
  // New events must not overtake older ones while there is a backlog.
  let isBehind = false;
  const search = async (): Promise<readonly EventRow[]> => {
    isSearching = false;
    const rows = await leaseEvents(context, leaseMilliseconds);
    isBehind = rows.length === batchSize;
    // A search finds handed events too once their leases have ended.
    const found = new Set(rows.map(({ position }) => position));
    handed = handed.filter(({ position }) => !found.has(position));
    return rows;
  };
  /**
   * Takes handed events that don't wait for the others. Any event waits for a backlog. A removal also waits until an
   * earlier event of its organization has reached all its recipients, and so do later events of that organization.
   */
  const takePassing = (others: readonly EventRow[]): readonly EventRow[] => {
    if (isBehind && others.length > 0) return [];
    const busy = new Set(others.map(organizationOf));
    const waiting = new Set(handed.filter(isAwaited).map(organizationOf));
    const passing = handed
      .filter((row) => !(busy.has(organizationOf(row)) && waiting.has(organizationOf(row))))
      .slice(0, batchSize);
    const taken = new Set(passing);
    handed = handed.filter((row) => !taken.has(row));
    return passing;
  };
  return {
    leaseNew: (count) =>
      isBehind || handed.length + count > maxHanded ? 0 : context.now() + leaseMilliseconds,
    hand: (rows) => void handed.push(...rows),
    search: () => {
      isSearching = true;
    },
    release: async () => {
      const positions = [...handed.splice(0), ...wide].map(({ position }) => position);
      wide = [];
      if (positions.length === 0) return;
      await withoutTenantScope("fanOut", () =>
        context.db
          .updateTable("events")
          .set({ leased_until: 0 })
          .where("position", "in", positions)
          .where("fanned_out_at", "is", null)
          .execute(),
      );
    },
    runOnce: async () =>
      await withoutTenantScope("fanOut", async () => {
        await repair();
        const found = isSearching || handed.length === 0 ? await search() : [];
        const first = found.filter(({ fan_out_after: after }) => after === null);
        const started = found.filter(({ fan_out_after: after }) => after !== null);
        // A search finds waiting events too once their leases have ended.
        wide = [
          ...wide.filter((one) => !found.some(({ position }) => position === one.position)),
          ...started,
        ];
        const rows = [...first, ...takePassing([...first, ...wide, ...continuing])];
        const isLeft = handed.length > 0;
        const isWide = wide.length > 0;
        isSearching ||= isBehind;
        if (rows.length === 0) return { events: started.length, isMore: isBehind, isWide };
        const isComplete = await fanOut(rows).catch(() => fanOutEach(fanOut, rows));
        const isAgain = isBehind || !isComplete || rows.some(isAwaited);
        isSearching ||= isAgain;
        return { events: rows.length + started.length, isMore: isAgain || isLeft, isWide };
      }),
    continueWide: async () =>
      await withoutTenantScope("fanOut", async () => {
        const rows = wide;
        if (rows.length === 0) return 0;
        wide = [];
        continuing = rows;
        try {
          await fanOut(rows).catch(() => fanOutEach(fanOut, rows));
        } finally {
          continuing = [];
          isSearching = true;
        }
        return rows.length;
      }),
  };
}

/** Fans out each event by itself, so that a failed one does not block the others. */
async function fanOutEach(
  fanOut: (rows: readonly EventRow[]) => Promise<boolean>,
  rows: readonly EventRow[],
): Promise<boolean> {
  let isComplete = true;
  const failures: { readonly id: string; readonly error: unknown }[] = [];
  for (const row of rows) {
    try {
      isComplete = (await fanOut([row])) && isComplete;
    } catch (error) {
      failures.push({ id: row.id, error });
    }
  }
  const [first] = failures;
  if (first === undefined) return isComplete;
  throw new Error(
    `${failures.length} of ${rows.length} events could not be fanned out; the first is ${first.id}`,
    { cause: first.error },
  );
}

function organizationOf({ organization_id: organizationId }: EventRow): string {
  return organizationId;
}

/** Returns whether an event is a removal or has an ordering key, so that later events may wait for it. */
function isAwaited({ type, ordering_key: key }: EventRow): boolean {
  return key !== null || reachesRemoved(type);
}

// A literal, to match the condition of the index. Only events of the platform name an installation.
const isRemoval = (type: "earlier.type" | "type"): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(type)} like '%installation_deleted'`;

// Two servers can fan out two batches in any order. Removals keep their order: each kind waits for those
// before it.
function isItsTurn(where: ExpressionBuilder<Tables, "events">): Expression<SqlBool> {
  return where.or([
    where.not(isRemoval("type")),
    where.not(
      where.exists((query) =>
        query
          .selectFrom("events as earlier")
          .select("earlier.position")
          .whereRef("earlier.installation_id", "=", "events.installation_id")
          .whereRef("earlier.position", "<", "events.position")
          .whereRef("earlier.type", "!=", "events.type")
          .where(isRemoval("earlier.type"))
          .where("earlier.fanned_out_at", "is", null),
      ),
    ),
  ]);
}

/**
 * Reschedules events accepted by a server whose clock was ahead, keeping their delay. Otherwise they would wait
 * until this clock catches up. A moved event is due before its creation time, so it is moved only once.
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

interface Lease {
  readonly time: number;
  readonly end: number;
  /** Later ends are not valid: a clock ahead of this one wrote them. */
  readonly lastEnd: number;
}

/** Matches events without a valid lease. */
function isFree(where: ExpressionBuilder<Tables, "events">, { time, lastEnd }: Lease): Expression<SqlBool> {
  return where.or([where("leased_until", "<", time), where("leased_until", ">", lastEnd)]);
}

const leaseDue = planQuery((db: Kysely<Tables>, lease: Lease) =>
  db
    .updateTable("events")
    .set({ leased_until: lease.end })
    .where("position", "in", (query) =>
      query
        .selectFrom("events")
        .select("position")
        .where("fanned_out_at", "is", null)
        // A literal, to match the condition of the index.
        .where("held_back", "=", sql.lit(0))
        .where("due_at", "<=", lease.time)
        .where((where) => isFree(where, lease))
        .where(isItsTurn)
        .orderBy("due_at")
        .orderBy("position")
        .limit(batchSize),
    )
    // Checked again on the row itself, because another server may have leased it.
    .where((where) => isFree(where, lease))
    .returning([...eventColumns, ...withoutDiskSync(db)]),
);

/**
 * Leases due events, oldest first. Two servers never lease the same event, unless a lease has expired or
 * their clocks are far apart; repeating fan-out has no effect.
 */
async function leaseEvents({ db, now }: PlatformContext, leaseMilliseconds: number): Promise<EventRow[]> {
  const time = now();
  const end = time + leaseMilliseconds;
  const rows = await commitLightly(() => leaseDue(db, { time, end, lastEnd: end + clockTolerance }));
  return rows.toSorted((a, b) => a.position - b.position);
}

/**
 * Measures the number of fanned-out events and their delay after they were due, with a span in each event's
 * trace.
 */
function createFanOutTelemetry(now: () => number): (events: readonly EventRow[], startTime: number) => void {
  const tracer = trace.getTracer("@plugboard/platform");
  const lag = metrics.getMeter("@plugboard/platform").createHistogram("plugboard.event.lag", {
    description: "Time from an event coming due to its deliveries being written",
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
