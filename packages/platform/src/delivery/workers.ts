import { setTimeout as delay } from "node:timers/promises";
import {
  createDeliveryWorker,
  deliverDue,
  type DeliveryStore,
  type DeliveryWorkerOptions,
} from "@plugboard/webhook-delivery";
import { removeOldAuditEntries } from "../audit/audit-log.ts";
import { withoutTenantScope } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { EventRow } from "../database/tables.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import { createDeliveryBounds } from "./delivery-bounds.ts";
import { deleteEvents } from "../events/event-usage.ts";
import { removeOldTasks } from "../tasks/tasks.ts";
import { createFanOut } from "./fan-out.ts";
import { createSendDelivery, type DeliverySenders } from "./send-delivery.ts";

/** A task that runs when woken, and at intervals. */
export interface Loop {
  readonly wake: () => void;
  /** Resolves when the work in flight has finished. */
  readonly stop: () => Promise<void>;
}

/**
 * Runs `work` until it finds none, then waits for a wake-up or the interval. Errors are reported, and the
 * work is retried after the interval. A wake-up less than `gapMilliseconds` after the last start waits until then.
 */
export function createLoop(
  work: () => Promise<number>,
  intervalMilliseconds: number | (() => number),
  onError: (error: unknown) => void,
  gapMilliseconds = 0,
): Loop {
  const stopping = new AbortController();
  let woken = true;
  let rouse: () => void = () => {};
  const untilWoken = (): Promise<void> =>
    new Promise((resolve) => {
      const rest = typeof intervalMilliseconds === "number" ? intervalMilliseconds : intervalMilliseconds();
      const timer = setTimeout(resolve, rest);
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const running = (async () => {
    while (!stopping.signal.aborted) {
      woken = false;
      const startedAt = performance.now();
      const done = await work().catch((error: unknown) => {
        onError(error);
        return 0;
      });
      if (done > 0 || stopping.signal.aborted) continue;
      if (!woken) await untilWoken();
      const rest = startedAt + gapMilliseconds - performance.now();
      if (rest > 0) await delay(rest, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  const wake = (): void => {
    woken = true;
    rouse();
  };
  return {
    wake,
    stop: async () => {
      stopping.abort();
      wake();
      await running;
    },
  };
}

const batchSize = 1000;

/**
 * Deletes events that were fanned out longer ago than the retention time, once the
 * delivery engine no longer keeps their outcomes. Events contain visitors' addresses and cookies, which must
 * not be kept forever.
 *
 * @returns the number of deleted events; if it is a whole batch, there could be more
 */
export async function removeOldEvents(
  { db, now }: PlatformContext,
  keptMilliseconds: number,
): Promise<number> {
  const before = now() - keptMilliseconds;
  return await db.transaction().execute(async (transaction) => {
    const old = await transaction
      .selectFrom("events")
      .select("position")
      .where("fanned_out_at", "<", before)
      .orderBy("fanned_out_at")
      .limit(batchSize)
      .execute();
    if (old.length === 0) return 0;
    const positions = old.map(({ position }) => position);
    await deleteEvents(transaction, positions);
    return old.length;
  });
}

/** The background work of a platform: fan-out of events and sending of deliveries. */
export interface Workers {
  /** Starts the work. Call it once. */
  readonly start: () => void;
  /** Notifies the workers of new events, with those that were leased by `leaseNewEvents`. */
  readonly wake: (leased?: readonly EventRow[]) => void;
  /** Leases events that are about to be written, to pass them to `wake`. Returns 0 unless the workers run. */
  readonly leaseNewEvents: (count: number) => number;
  /** Applies changed limits on deliveries in flight. */
  readonly followBounds: (isBounded: boolean) => Promise<void>;
  /** Waits for requests in flight and releases other claims. */
  readonly stop: () => Promise<void>;
  /**
   * Does the work that is due now, once and without timers: fans events out, then sends deliveries one by one. Work that results from it waits for the next call. Does not require `start`: for hosts that
   * wake up periodically, and for tests with a manual clock.
   *
   * @returns the number of events and requests; 0 if no work was due
   *
   * @throws Error if an event could not be fanned out
   */
  readonly runDue: () => Promise<number>;
}

/** Settings of the delivery engine that can be overridden. */
export type DeliverySettings = Pick<
  DeliveryWorkerOptions,
  "retryPolicy" | "concurrency" | "perEndpoint" | "retention"
>;

/** Options for the workers. */
export interface WorkerOptions {
  /** The deliveries of all organizations. */
  readonly store: DeliveryStore;
  readonly senders: DeliverySenders;
  /** Called when no event is due; some may become due later. */
  readonly onNoEvents: () => void;
  readonly onError: (error: unknown) => void;
  readonly deliverySettings?: DeliverySettings | undefined;
  readonly keepEventsMilliseconds: number;
  readonly timeoutMilliseconds?: number | undefined;
  readonly keepAuditEntriesMilliseconds: number;
}

// After a crash, another process takes over the fan-out and deliveries after this time. A process with its own
// SQLite folder takes them over when it starts.
const fanOutLeaseMilliseconds = 5000;
const leaseMilliseconds = 15_000;
// In between, the loop is woken for due events.
const fanOutMilliseconds = 30_000;
// A batch costs as much as several events, so those that follow one another share the next batch.
const fanOutGapMilliseconds = 10;
const cleaningMilliseconds = 3600 * 1000;

/** Creates workers without starting them. */
export function createWorkers(
  context: DispatchContext,
  {
    store,
    senders,
    onNoEvents,
    onError,
    deliverySettings,
    keepEventsMilliseconds,
    timeoutMilliseconds,
    keepAuditEntriesMilliseconds,
  }: WorkerOptions,
): Workers {
  const fanOut = createFanOut(context, fanOutLeaseMilliseconds);
  const send = createSendDelivery(context, senders, {
    timeoutMilliseconds,
    retryPolicy: deliverySettings?.retryPolicy,
  });
  const bounds = createDeliveryBounds(context);
  const engine = {
    ...deliverySettings,
    inFlightBoundOf: bounds.boundOf,
    store,
    send,
    leaseMilliseconds,
    now: context.now,
  };
  const work = () => {
    const worker = createDeliveryWorker({ ...engine, onError });
    worker.start();
    const fanOutDue = async (): Promise<number> => {
      const { events, isMore, isWide } = await fanOut.runOnce();
      if (isWide) wideLoop.wake();
      if (events === 0) onNoEvents();
      return isMore ? 1 : 0;
    };
    const continueWide = async (): Promise<number> => {
      try {
        await fanOut.continueWide();
      } finally {
        fanOutLoop.wake();
      }
      return 0;
    };
    const fanOutLoop = createLoop(fanOutDue, fanOutMilliseconds, onError, fanOutGapMilliseconds);
    // Woken by the other loop, so its interval doesn't matter.
    const wideLoop = createLoop(continueWide, cleaningMilliseconds, onError);
    const loops = [
      fanOutLoop,
      wideLoop,
      createLoop(
        () => withoutTenantScope("cleaning", () => removeOldEvents(context, keepEventsMilliseconds)),
        cleaningMilliseconds,
        onError,
      ),
      createLoop(
        () =>
          withoutTenantScope("cleaning", () =>
            removeOldTasks(context, context.now() - keepEventsMilliseconds),
          ),
        cleaningMilliseconds,
        onError,
      ),
      createLoop(
        () => withoutTenantScope("cleaning", () => context.logs.removeOld()),
        cleaningMilliseconds,
        onError,
      ),
      createLoop(
        () =>
          withoutTenantScope("cleaning", () => removeOldAuditEntries(context, keepAuditEntriesMilliseconds)),
        cleaningMilliseconds,
        onError,
      ),
    ];
    return { worker, loops, fanOutLoop };
  };
  let running: ReturnType<typeof work> | undefined;
  let isStopped = false;
  return {
    start: () => {
      running ??= work();
    },
    wake: (leased = []) => {
      if (leased.length > 0) fanOut.hand(leased);
      else fanOut.search();
      running?.fanOutLoop.wake();
    },
    leaseNewEvents: (count) => (running === undefined || isStopped ? 0 : fanOut.leaseNew(count)),
    followBounds: async (isBounded) => {
      if (await bounds.read(isBounded)) running?.worker.wake();
    },
    stop: async () => {
      isStopped = true;
      await Promise.all((running?.loops ?? []).map((loop) => loop.stop()));
      await fanOut.release();
      await running?.worker.stop();
    },
    runDue: async () => {
      const { events } = await fanOut.runOnce();
      await fanOut.continueWide();
      return events + (await deliverDue({ ...engine, concurrency: 1 }));
    },
  };
}
