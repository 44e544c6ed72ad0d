import {
  createDeliveryWorker,
  deliverDue,
  type DeliveryStore,
  type DeliveryWorkerOptions,
  type WebhookSender,
} from "@plugboard/webhook-delivery";
import { removeOldAuditEntries } from "../audit/audit-log.ts";
import { onWholePlatform } from "../database/organization-scope.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import { createDeliveryBounds } from "./delivery-bounds.ts";
import { deleteEvents } from "../events/event-usage.ts";
import { createFanOut } from "./fan-out.ts";
import { createSendDelivery } from "./send-delivery.ts";

/** Work that is repeated whenever it is woken, and now and then. */
export interface Loop {
  readonly wake: () => void;
  /** Resolves when the work in flight has ended. */
  readonly stop: () => Promise<void>;
}

/**
 * Runs `work` until it finds nothing to do, then waits to be woken or for the interval. A failure is reported and tried
 * again after the interval.
 */
export function createLoop(
  work: () => Promise<number>,
  intervalMilliseconds: number,
  onError: (error: unknown) => void,
): Loop {
  const stopping = new AbortController();
  let woken = true;
  let rouse: () => void = () => {};
  const running = (async () => {
    while (!stopping.signal.aborted) {
      woken = false;
      const done = await work().catch((error: unknown) => {
        onError(error);
        return 0;
      });
      if (done > 0 || woken || stopping.signal.aborted) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, intervalMilliseconds);
        rouse = () => {
          clearTimeout(timer);
          resolve();
        };
      });
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

const defaultKeptMilliseconds = 90 * 24 * 3600 * 1000;
const batchSize = 1000;

/**
 * Removes events that were fanned out longer ago than they are kept, by default 90 days, as long as the delivery engine keeps what became of them. They
 * hold addresses and cookies of visitors, which nobody should keep without end.
 *
 * @returns how many were removed; when that is a whole batch there may be more
 */
export async function removeOldEvents(
  { db, now }: PlatformContext,
  keptMilliseconds: number = defaultKeptMilliseconds,
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

/** The work behind a platform: events become deliveries, and deliveries are sent. */
export interface Workers {
  /** Begins to work. Once. */
  readonly start: () => void;
  /** Says that an event was written. Nothing has to call it in the process that wrote the event. */
  readonly wake: () => void;
  /** Lets requests in flight end, and gives back the rest. */
  readonly stop: () => Promise<void>;
  /**
   * Does what is due now, once and without timers: fans events out, then delivers, one request after the other. What follows
   * from that waits for the next call. Nothing has to be started: for hosts that wake up now and then, and for tests that
   * move time by hand.
   *
   * @returns how many events and requests there were; 0 when nothing is left that is due
   * @throws Error when an event could not be fanned out
   */
  readonly runDue: () => Promise<number>;
}

/** How deliveries are sent and kept, where it differs from the delivery engine's defaults. */
export type DeliverySettings = Pick<
  DeliveryWorkerOptions,
  "retryPolicy" | "concurrency" | "perEndpoint" | "retention"
>;

/** What the workers work with. */
export interface WorkerOptions {
  /** The deliveries of all organizations. */
  readonly store: DeliveryStore;
  readonly webhooks: Pick<WebhookSender, "send">;
  /** How often to look for events that nothing woke them for. */
  readonly pollMilliseconds: number;
  readonly onError: (error: unknown) => void;
  readonly deliverySettings?: DeliverySettings | undefined;
  readonly keepEventsMilliseconds?: number | undefined;
  readonly timeoutMilliseconds?: number | undefined;
  readonly keepAuditEntriesMilliseconds: number;
}

// After a crash, events that the lost process was fanning out are taken up this much later, and its deliveries by another process
// of the same database; the only process of an SQLite folder takes them over when it starts.
const fanOutLeaseMilliseconds = 5000;
const leaseMilliseconds = 15_000;
const cleaningMilliseconds = 3600 * 1000;
// What is set counts so much later.
const rereadMilliseconds = 5000;

/** Creates workers that do nothing until they are started. */
export function createWorkers(
  context: DispatchContext,
  {
    store,
    webhooks,
    pollMilliseconds,
    onError,
    deliverySettings,
    keepEventsMilliseconds,
    timeoutMilliseconds,
    keepAuditEntriesMilliseconds,
  }: WorkerOptions,
): Workers {
  const fanOut = createFanOut(context, fanOutLeaseMilliseconds);
  const send = createSendDelivery(context, webhooks, timeoutMilliseconds);
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
    const readBounds = async (): Promise<number> => {
      await bounds.read();
      worker.wake();
      return 0;
    };
    const loops = [
      createLoop(fanOut.runOnce, pollMilliseconds, onError),
      createLoop(readBounds, rereadMilliseconds, onError),
      createLoop(
        () => onWholePlatform("cleaning", () => removeOldEvents(context, keepEventsMilliseconds)),
        cleaningMilliseconds,
        onError,
      ),
      createLoop(
        () => onWholePlatform("cleaning", () => context.logs.removeOld()),
        cleaningMilliseconds,
        onError,
      ),
      createLoop(
        () => onWholePlatform("cleaning", () => removeOldAuditEntries(context, keepAuditEntriesMilliseconds)),
        cleaningMilliseconds,
        onError,
      ),
    ] as const;
    return { worker, loops };
  };
  let running: ReturnType<typeof work> | undefined;
  return {
    start: () => {
      running ??= work();
    },
    wake: () => running?.loops[0].wake(),
    stop: async () => {
      await Promise.all((running?.loops ?? []).map((loop) => loop.stop()));
      await running?.worker.stop();
    },
    runDue: async () => (await fanOut.runOnce()) + (await deliverDue({ ...engine, concurrency: 1 })),
  };
}
