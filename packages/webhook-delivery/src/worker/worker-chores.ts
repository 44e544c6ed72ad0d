import { type Chore, runSteps } from "./chores.ts";
import type { WorkerSettings } from "./delivery-worker-options.ts";
import type { LeaseKeeper } from "./lease-keeper.ts";

/** What a worker's chores work with. */
export interface WorkerChoresOptions extends WorkerSettings {
  readonly lease: LeaseKeeper;
  /** Ends a long-running chore early. */
  readonly signal: AbortSignal;
}

const cleanEvery = 60_000;
const pauseBetweenBatches = 20;

/** All that a worker does beside claiming and sending. */
export function workerChores(options: WorkerChoresOptions): readonly Chore[] {
  const { store, lease, leaseMilliseconds, pollMilliseconds, retention, clock, signal } = options;
  const chores: readonly (readonly [retryMilliseconds: number, run: () => Promise<number>])[] = [
    [
      pollMilliseconds,
      async () => {
        await lease.keep();
        return leaseMilliseconds / 3;
      },
    ],
    [
      pollMilliseconds,
      async () => {
        await store.takeOverExpiredLeases();
        return pollMilliseconds;
      },
    ],
    [
      pollMilliseconds,
      async () => {
        const nextAt = await store.advanceRecoveries();
        return Math.min(pollMilliseconds, (nextAt ?? Infinity) - clock());
      },
    ],
    [
      pollMilliseconds,
      async () => {
        await passNoticesOn(options);
        return pollMilliseconds;
      },
    ],
    [
      cleanEvery,
      async () => {
        await runSteps(() => store.removeExpired(retention), pauseBetweenBatches, signal);
        return cleanEvery;
      },
    ],
  ];
  return chores.map(([retryMilliseconds, run]) => ({ run, retryMilliseconds }));
}

// Acknowledged only after the receiver is done: a crash in between tells it again.
async function passNoticesOn({ store, onNotice, onError }: WorkerChoresOptions): Promise<void> {
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
