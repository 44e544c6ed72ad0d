import { setTimeout as delay } from "node:timers/promises";
import { DeliveryError } from "../errors/delivery-error.ts";
import type { Claim, ClaimedDelivery, DeliveryQueue, LeasePosition } from "../store/delivery-queue.ts";
import type { WorkerSettings } from "./delivery-worker-options.ts";
import { createAlarm } from "./waiting.ts";

/** The lease a worker claims under. */
export interface LeaseKeeper {
  /** The lease's position among those of all workers; `undefined` until it is certain. */
  readonly position: LeasePosition | undefined;
  /** Renews the lease, or opens a new one if it was taken over. */
  keep(): Promise<void>;
  /** Claims under the lease; opens one if needed. */
  claim(claim: (leaseId: string) => Promise<Claim>): Promise<Claim>;
  /** Marks claimed deliveries as done. */
  done(deliveries: readonly Pick<ClaimedDelivery, "id">[]): void;
  /** Releases deliveries that are still claimed. */
  end(): Promise<void>;
}

interface Lease {
  readonly id: string;
  /** IDs of deliveries claimed under it and not done. */
  readonly held: Set<string>;
}

/**
 * Creates a lease keeper without a lease.
 *
 * @param onLost - called when the current lease was taken over; claims under it have returned nothing since
 */
export function createLeaseKeeper(
  store: Pick<DeliveryQueue, "openLease" | "renewLease" | "leasePosition" | "closeLease">,
  leaseMilliseconds: number,
  onLost: () => void,
): LeaseKeeper {
  let current: Lease | undefined;
  let position: LeasePosition | undefined;
  // A claim that failed here may have succeeded in the database. Its deliveries, unknown to the worker, would
  // stay claimed as long as the lease is renewed. So the worker stops claiming under this lease and releases
  // it once all known deliveries are done.
  let setAside: readonly Lease[] = [];

  async function renew(lease: Lease): Promise<void> {
    const renewed = await store.renewLease(lease.id, leaseMilliseconds);
    if (renewed !== undefined) {
      if (current === lease) position = renewed;
      return;
    }
    setAside = setAside.filter((one) => one !== lease);
    if (current !== lease) return;
    current = undefined;
    onLost();
  }

  async function close(lease: Lease): Promise<void> {
    await store.closeLease(lease.id);
    setAside = setAside.filter((one) => one !== lease);
  }

  async function open(): Promise<Lease> {
    const lease = { id: await store.openLease(leaseMilliseconds), held: new Set<string>() };
    const at = await store.leasePosition(lease.id);
    // Other workers learn of this lease when they renew theirs, which happens before its own first renewal.
    position = at.of === 1 ? at : undefined;
    return lease;
  }

  return {
    get position() {
      return position;
    },
    async keep() {
      if (current !== undefined) await renew(current);
      for (const lease of setAside) await (lease.held.size > 0 ? renew(lease) : close(lease));
    },
    async claim(claim) {
      const lease = (current ??= await open());
      try {
        const claimed = await claim(lease.id);
        for (const { id } of claimed.deliveries) lease.held.add(id);
        return claimed;
      } catch (error) {
        if (current === lease) {
          current = undefined;
          setAside = [...setAside, lease];
        }
        throw error;
      }
    },
    done(deliveries) {
      for (const { id } of deliveries) {
        current?.held.delete(id);
        for (const { held } of setAside) held.delete(id);
      }
    },
    async end() {
      for (const lease of [...setAside, ...(current === undefined ? [] : [current])]) await close(lease);
    },
  };
}

/** Options for `createBackgroundJobs`. */
export interface BackgroundJobsOptions extends WorkerSettings {
  readonly lease: LeaseKeeper;
  /** Aborts long-running jobs. */
  readonly signal: AbortSignal;
}

/** A worker's periodic background jobs, each with its own interval. */
export interface BackgroundJobs {
  start(): void;
  /** Reports a possible change in the store. */
  heard(): void;
  /** Resolves when no job is running. */
  stop(): Promise<void>;
}

interface Job {
  /** Returns the time until its next run (ms). */
  readonly run: () => Promise<number>;
  /** Time until the next run after an error (ms). */
  readonly retryMilliseconds: number;
}

const cleanEveryMilliseconds = 120_000;
/** Divides the polling frequency if the store reports all changes. */
const restFactor = 10;

/** Returns how long a worker waits before it polls for unreported changes. */
export function restMilliseconds({
  store,
  pollMilliseconds,
}: Pick<WorkerSettings, "store" | "pollMilliseconds">): number {
  return store.hearsAll ? restFactor * pollMilliseconds : pollMilliseconds;
}

/** Recoveries are rare, and the store reports each new one. */
const recoveryRestFactor = 3;
const pauseBetweenBatchesMilliseconds = 20;

/** How long a job can rest, unless a change is reported. */
interface Rest {
  readonly isQuiet: () => boolean;
  /**
   * Reports that the job starts to read the store. The returned function starts a rest (ms), unless a change
   * was reported in between: the job may have read the store before the change.
   */
  readonly reading: () => (milliseconds: number) => void;
  /** Reports a change. */
  readonly end: () => void;
}

function createRest(): Rest {
  let until = -Infinity;
  let changes = 0;
  return {
    isQuiet: () => performance.now() < until,
    reading() {
      const changesBefore = changes;
      return (milliseconds) => {
        if (changes === changesBefore) until = performance.now() + milliseconds;
      };
    },
    end() {
      changes += 1;
      until = -Infinity;
    },
  };
}

/** Creates the jobs without starting them. Errors go to `onError`, and the job runs again later. */
export function createBackgroundJobs(options: BackgroundJobsOptions): BackgroundJobs {
  let isStopped = false;
  const recoveries = createRest();
  const runners = jobsOf(options, recoveries).map((job) => {
    let running: Promise<void> = Promise.resolve();
    const alarm = createAlarm(() => {
      running = run();
    });
    async function run(): Promise<void> {
      let pause = job.retryMilliseconds;
      try {
        pause = await job.run();
      } catch (error) {
        options.onError(error);
      }
      if (!isStopped) alarm.setWithin(pause);
    }
    return { alarm, ended: () => running };
  });
  return {
    start() {
      for (const { alarm } of runners) alarm.setWithin(0);
    },
    heard: recoveries.end,
    async stop() {
      isStopped = true;
      for (const { alarm } of runners) alarm.clear();
      await Promise.all(runners.map(({ ended }) => ended()));
    },
  };
}

function jobsOf(options: BackgroundJobsOptions, recoveries: Rest): readonly Job[] {
  const { store, lease, leaseMilliseconds, pollMilliseconds, retention, now, signal } = options;
  const keepEveryMilliseconds = leaseMilliseconds / 3;
  const rest = restMilliseconds(options);
  const takeOverEveryMilliseconds = Math.max(pollMilliseconds, Math.min(rest, (leaseMilliseconds * 2) / 3));
  let keptAt = -Infinity;
  async function keep(): Promise<void> {
    keptAt = now();
    await lease.keep();
  }
  return [
    {
      retryMilliseconds: pollMilliseconds,
      async run() {
        await keep();
        return keepEveryMilliseconds;
      },
    },
    {
      retryMilliseconds: pollMilliseconds,
      async run() {
        // Otherwise, a process suspended for longer than its lease would take over deliveries it is sending
        // itself.
        if (now() - keptAt > keepEveryMilliseconds) await keep();
        await store.takeOverExpiredLeases();
        return takeOverEveryMilliseconds;
      },
    },
    {
      retryMilliseconds: pollMilliseconds,
      async run() {
        if (recoveries.isQuiet()) return pollMilliseconds;
        const restFor = recoveries.reading();
        const nextAt = await store.advanceRecoveries();
        const wait = (nextAt ?? Infinity) - now();
        restFor(Math.min(recoveryRestFactor * rest, wait));
        return Math.min(pollMilliseconds, wait);
      },
    },
    {
      retryMilliseconds: pollMilliseconds,
      async run() {
        await passNoticesOn(options);
        return rest;
      },
    },
    {
      retryMilliseconds: cleanEveryMilliseconds,
      async run() {
        // In small steps with pauses, so that sending isn't delayed.
        while (!signal.aborted && (await store.removeExpired(retention))) {
          await delay(pauseBetweenBatchesMilliseconds, undefined, { ref: false });
        }
        return cleanEveryMilliseconds;
      },
    },
    {
      retryMilliseconds: cleanEveryMilliseconds,
      async run() {
        reportUnseen(await store.findUnseen(), options.onError);
        return cleanEveryMilliseconds;
      },
    },
  ];
}

function reportUnseen(endpointIds: readonly string[], onError: (error: unknown) => void): void {
  if (endpointIds.length === 0) return;
  onError(
    new DeliveryError(
      "deliveries_unseen",
      `due deliveries of ${endpointIds.length} endpoint(s) were missed by all workers (${endpointIds.slice(0, 5).join(", ")}). ` +
        "They are being sent now. The database lost a write: check its version and log",
    ),
  );
}

// Acknowledged after the callback succeeds; a crash between the two repeats the callback.
async function passNoticesOn({ store, onNotice, onError }: BackgroundJobsOptions): Promise<void> {
  if (onNotice === undefined) return;
  for (const notice of await store.listNotices()) {
    try {
      await onNotice(notice);
      await store.acknowledgeNotice(notice.id);
    } catch (error) {
      onError(error);
    }
  }
}
