import type { Transaction } from "kysely";
import { type PlatformContext, withoutTenantScope } from "@plugboard/platform";
import { type EventInsert, insertLeasedEvents } from "@plugboard/platform/product";
import { countViews, type PageView } from "./page-views.ts";
import type { ContentTables } from "../database/content-tables.ts";
import { tablesOf } from "../database/tables-of.ts";

/** The rows of one visit. */
export interface VisitRows {
  readonly events: readonly EventInsert[];
  readonly view?: PageView | undefined;
}

interface WaitingVisit {
  readonly rows: VisitRows;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The maximum number of visits per batch, so that none waits long. */
const maxBatch = 100;
/** While one batch waits for its commit, the next one is written. */
const maxInFlight = 2;
/**
 * The time from the start of a batch to the start of the next one that isn't full. Writing, fanning out and recording
 * a batch takes as much CPU time as several visits.
 */
const gapMilliseconds = 5;

type WriterContext = Pick<PlatformContext, "db" | "onEvent" | "leaseNewEvents">;

/**
 * Creates a function that writes visits and resolves when they are committed and their events are on their way.
 * Concurrent visits share a transaction with one statement per table, and so do visits within a few milliseconds of
 * each other, except the first one. If a batch fails, each of its visits is written separately.
 */
export function createVisitWriter(context: WriterContext): (rows: VisitRows) => Promise<void> {
  const waiting: WaitingVisit[] = [];
  let inFlight = 0;
  let isGathering = false;
  let startedAt = -Infinity;

  async function commit(batch: readonly WaitingVisit[]): Promise<void> {
    try {
      await write(
        context,
        batch.map(({ rows }) => rows),
      );
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const visit of batch) await commit([visit]);
    }
  }

  async function run(): Promise<void> {
    await commit(waiting.splice(0, maxBatch));
    inFlight -= 1;
    gather();
  }

  /** Waits for the other requests of this turn of the event loop, and for the gap after the batch before. */
  function gather(): void {
    if (isGathering || inFlight === maxInFlight || waiting.length === 0) return;
    isGathering = true;
    const begin = (): void => {
      isGathering = false;
      inFlight += 1;
      startedAt = performance.now();
      void withoutTenantScope("writeBatches", run);
    };
    const rest = startedAt + gapMilliseconds - performance.now();
    if (rest > 0 && waiting.length < maxBatch) setTimeout(begin, rest);
    else setImmediate(begin);
  }

  return (rows) =>
    new Promise((resolve, reject) => {
      waiting.push({ rows, resolve, reject });
      gather();
    });
}

async function write(context: WriterContext, visits: readonly VisitRows[]): Promise<void> {
  const db = tablesOf(context.db);
  const events = visits.flatMap((visit) => visit.events);
  const views = visits.flatMap(({ view }) => view ?? []);
  const writeBoth = async (transaction: Transaction<ContentTables>) => {
    await countViews(transaction, views);
    return await insertLeasedEvents(context, transaction, events);
  };
  // A single statement needs no transaction.
  const leased =
    views.length === 0
      ? await insertLeasedEvents(context, db, events)
      : await db.transaction().execute(writeBoth);
  if (events.length > 0) context.onEvent(leased);
}
