import { type InsertObject, type Kysely, type Transaction } from "kysely";
import { withoutTenantScope } from "@plugboard/platform";
import { insertEvents } from "@plugboard/platform/product";
import { countViews, type PageView } from "./page-views.ts";
import type { ContentTables } from "../database/content-tables.ts";

/** The rows of one visit. */
export interface VisitRows {
  readonly events: readonly InsertObject<ContentTables, "events">[];
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
 * Creates a function that writes visits and resolves when they are committed. Concurrent visits share a
 * transaction with one statement per table. If a batch fails, each of its visits is written separately.
 */
export function createVisitWriter(db: Kysely<ContentTables>): (rows: VisitRows) => Promise<void> {
  const waiting: WaitingVisit[] = [];
  let inFlight = 0;
  let isGathering = false;

  async function commit(batch: readonly WaitingVisit[]): Promise<void> {
    try {
      await write(
        db,
        batch.map(({ rows }) => rows),
      );
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const visit of batch) await commit([visit]);
    }
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) await commit(waiting.splice(0, maxBatch));
    inFlight -= 1;
  }

  /** Waits for the other requests of this turn of the event loop. */
  function gather(): void {
    if (isGathering || inFlight === maxInFlight) return;
    isGathering = true;
    setImmediate(() => {
      isGathering = false;
      inFlight += 1;
      void withoutTenantScope("writeBatches", run);
    });
  }

  return (rows) =>
    new Promise((resolve, reject) => {
      waiting.push({ rows, resolve, reject });
      gather();
    });
}

async function write(db: Kysely<ContentTables>, visits: readonly VisitRows[]): Promise<void> {
  const events = visits.flatMap((visit) => visit.events);
  const views = visits.flatMap(({ view }) => view ?? []);
  // A single statement needs no transaction.
  if (views.length === 0) return await insertEvents(db, events);
  const writeBoth = async (transaction: Transaction<ContentTables>): Promise<void> => {
    await countViews(transaction, views);
    await insertEvents(transaction, events);
  };
  await db.transaction().execute(writeBoth);
}
