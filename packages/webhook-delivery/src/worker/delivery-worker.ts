import { DeliveryError } from "../delivery-error.ts";
import { createChores } from "./chores.ts";
import { type DeliveryWorkerOptions, toWorkerSettings } from "./delivery-worker-options.ts";
import { createLeaseKeeper } from "./lease-keeper.ts";
import { within } from "./within.ts";
import { workerChores } from "./worker-chores.ts";
import { createWorkerParts } from "./worker-parts.ts";

/** Sends due deliveries of a store. Any number of workers, in any number of processes, may share a store. */
export interface DeliveryWorker {
  /** Attempts in flight. */
  readonly inFlight: number;
  /** Throws `DeliveryError` (`invalid_option`) when it was started before: a worker runs once. */
  start(): void;
  /** Something may have come due. Not needed after an `enqueue` of the same store. */
  wake(): void;
  /** Claims no more, lets attempts in flight end, writes their outcomes and gives the rest back. Never rejects. */
  stop(): Promise<void>;
}

/** How long a store that is down, or attempts that ignore the abort signal, may hold up each step of `stop`. */
const graceMilliseconds = 2_000;

/** Creates a worker that does nothing until it is started. Throws `DeliveryError` (`invalid_option`). */
export function createDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const settings = toWorkerSettings(options);
  const { store, leaseMilliseconds, drainMilliseconds, onError } = settings;
  const stopping = new AbortController();
  const lease = createLeaseKeeper(store, leaseMilliseconds);
  const { loop, runner, writer } = createWorkerParts(settings, lease, stopping.signal);
  const chores = createChores(workerChores({ ...settings, lease, signal: stopping.signal }), onError);
  let stopWatching: (() => void) | undefined;
  let stopped: Promise<void> | undefined;

  async function stop(): Promise<void> {
    stopWatching?.();
    stopping.abort();
    runner.hold();
    await within(graceMilliseconds, loop.stop());
    await within(drainMilliseconds, runner.idle());
    runner.abort();
    await within(graceMilliseconds, runner.idle());
    await within(graceMilliseconds, writer.drain());
    writer.giveUp();
    await within(graceMilliseconds, chores.stop());
    await within(graceMilliseconds, lease.end().catch(onError));
  }

  return {
    get inFlight() {
      return runner.inFlight;
    },
    start() {
      if (stopWatching !== undefined) {
        throw new DeliveryError("invalid_option", "a worker runs once; create another one");
      }
      stopWatching = store.watch(() => loop.wake());
      chores.start();
      loop.wake();
    },
    wake: () => loop.wake(),
    stop: () => (stopped ??= stop()),
  };
}
