import { DeliveryError } from "../errors/delivery-error.ts";
import type {
  AttemptRecord,
  Claim,
  ClaimedDelivery,
  ClaimRequest,
  DeliveryTaker,
  LeasePosition,
} from "../store/delivery-queue.ts";
import type { Endpoint } from "../model/endpoint.ts";
import { claimCapacity, meanBodyBytes, slotReserve, workerShare } from "../policy/slot-share.ts";
import { type AttemptRunner, createAttemptRunner } from "./attempt-runner.ts";
import {
  createBackgroundJobs,
  createLeaseKeeper,
  type LeaseKeeper,
  restMilliseconds,
} from "./background-jobs.ts";
import { type ClaimLoop, createClaimLoop } from "./claim-loop.ts";
import {
  type DeliveryWorkerOptions,
  toWorkerSettings,
  type WorkerSettings,
} from "./delivery-worker-options.ts";
import { createOutcomeWriter, type OutcomeWriter } from "./outcome-writer.ts";
import { createWorkerTelemetry } from "./telemetry.ts";
import { retryUntilDone, within } from "./waiting.ts";

/** Sends a store's due deliveries. Any number of workers, in any number of processes, can share a store. */
export interface DeliveryWorker {
  /** Attempts in flight. */
  readonly inFlight: number;
  /** Starts the worker. Throws `DeliveryError` (`invalid_option`) if called twice: a worker runs once. */
  start(): void;
  /** Reports that deliveries may be due. Not needed after an `enqueue` on the same store. */
  wake(): void;
  /**
   * Stops claiming, waits for attempts in flight, writes their outcomes and releases the rest. Never rejects.
   */
  stop(): Promise<void>;
}

/** How long an unavailable store, or attempts that ignore the abort signal, can delay each step of `stop`. */
const graceMilliseconds = 2_000;

/**
 * Creates a worker. Call `start` to run it.
 *
 * @throws {DeliveryError} `invalid_option`
 *
 * @example
 * import { DatabaseSync } from "node:sqlite";
 * import { createDeliveryWorker, createWebhookSender } from "@plugboard/webhook-delivery";
 * import { createSqliteDeliveryStore } from "@plugboard/webhook-delivery/sqlite";
 *
 * const store = createSqliteDeliveryStore(new DatabaseSync("webhooks.db"));
 * await store.migrate();
 * const sender = createWebhookSender();
 * const worker = createDeliveryWorker({
 *   store,
 *   send: sender.deliver,
 *   onError: (error) => console.error(error),
 * });
 * worker.start();
 */
export function createDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const settings = toWorkerSettings(options);
  const { store, leaseMilliseconds, drainMilliseconds, onError } = settings;
  const stopping = new AbortController();
  const lease = createLeaseKeeper(store, leaseMilliseconds, () => loop.wake());
  const { loop, runner, writer, taker } = createWorkerParts(settings, lease, stopping.signal);
  const jobs = createBackgroundJobs({ ...settings, lease, signal: stopping.signal });
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
    await within(graceMilliseconds, jobs.stop());
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
      const stopHearing = store.watch(() => {
        jobs.heard();
        loop.wake();
      });
      const stopTaking = store.handTo(taker);
      stopWatching = () => {
        stopTaking();
        stopHearing();
      };
      jobs.start();
      loop.wake();
    },
    wake: () => loop.wake(),
    stop: () => (stopped ??= stop()),
  };
}

/** The claim loop passes deliveries to the runner, which sends them and passes outcomes to the writer. */
interface WorkerParts {
  readonly loop: ClaimLoop;
  readonly runner: AttemptRunner;
  readonly writer: OutcomeWriter;
  readonly taker: DeliveryTaker;
}

const maxOutcomeBatch = 256;
const outcomesPerSlot = 4;
const outcomeLinger = { min: 10, max: 50 };

/** Creates the connected, idle parts. The signal stops their retries. */
function createWorkerParts(settings: WorkerSettings, lease: LeaseKeeper, signal: AbortSignal): WorkerParts {
  const {
    store,
    circuitPolicy,
    disableAfterMilliseconds,
    concurrency,
    perEndpoint,
    inFlightBoundOf,
    onError,
  } = settings;
  const telemetry = createWorkerTelemetry();
  let bodyBytes: number | undefined;

  const writer = createOutcomeWriter({
    batch: Math.min(maxOutcomeBatch, outcomesPerSlot * concurrency),
    lingerMilliseconds: outcomeLinger,
    onError,
    write,
    written,
  });
  const runner = createAttemptRunner({ ...settings, telemetry, finished });
  const loop = createClaimLoop({
    ...settings,
    pollMilliseconds: restMilliseconds(settings),
    retryMilliseconds: settings.pollMilliseconds,
    capacity: () => capacityBeside(runner.held),
    batch: 2 * concurrency,
    endpointBatch: Math.min(2 * concurrency, 4 * perEndpoint),
    isStarved: (endpointId) => runner.isStarved(endpointId),
    claim,
    take,
  });
  let handingOver: Promise<unknown> = Promise.resolve();
  const taker: DeliveryTaker = {
    room() {
      const { held, inFlight } = runner;
      if (signal.aborted) return 0;
      if (loop.isIdle) return Math.min(concurrency - held, capacityBeside(held));
      return Math.min(concurrency - inFlight, capacityBeside(held - slotReserve(concurrency)));
    },
    // A group's deliveries that are already due come first, but not those of other groups.
    roomOf(fairnessGroup, endpointId) {
      const mayStart =
        inFlightBoundOf?.(fairnessGroup) === undefined &&
        (loop.isIdle || !runner.isWaiting(fairnessGroup)) &&
        runner.isStarved(endpointId);
      return mayStart ? runner.roomOf(endpointId) : 0;
    },
    async claim(write) {
      const handing = lease.claim(write);
      handingOver = Promise.allSettled([handing]);
      take(await handing);
    },
  };

  function capacityBeside(held: number): number {
    return claimCapacity({ concurrency, held, unwritten: writer.unwritten, bodyBytes });
  }

  function take(claimed: Claim): void {
    bodyBytes = meanBodyBytes(
      bodyBytes,
      claimed.deliveries.map(({ body }) => body),
    );
    runner.run(claimed);
  }

  async function claim(limit: number, cursor: string | undefined): Promise<Claim> {
    // Deliveries being handed over take room.
    await handingOver;
    const roomOf = (endpointId: string): number => runner.roomOf(endpointId);
    return await lease.claim((leaseId) => {
      const boundOf = inFlightBoundOf && toRooms(inFlightBoundOf, lease.position, runner.heldByGroup());
      return store.claim({ leaseId, limit, roomOf, boundOf, circuitPolicy, cursor });
    });
  }

  function finished(record: AttemptRecord, endpoint: Endpoint): void {
    writer.add(record, isAwaited(record, endpoint));
    loop.roomMade(record.delivery.endpointId);
  }

  async function write(records: readonly AttemptRecord[]): Promise<void> {
    const recorded = await store.recordAttempts({ records, circuitPolicy, disableAfterMilliseconds });
    telemetry.refused(recorded.refused.length);
    const withdrawn = runner.withdraw(recorded.heldBack);
    if (withdrawn.length > 0) void giveBack(withdrawn);
  }

  function written(records: readonly AttemptRecord[]): void {
    runner.settle(records);
    lease.done(records.map(({ delivery }) => delivery));
    loop.wakeAt(firstDueAfter(records));
    loop.recorded(records.map(({ delivery }) => delivery.endpointId));
  }

  // No other worker can claim them until this succeeds.
  async function giveBack(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    await retryUntilDone(() => store.giveBack(deliveries), onError, signal);
    lease.done(deliveries);
    loop.wake();
  }

  return { loop, runner, writer, taker };
}

/**
 * Returns whether another delivery waits until this outcome is recorded: the next of an ordering group, or of
 * an endpoint with a limit.
 */
function isAwaited({ delivery }: AttemptRecord, { maxConcurrency }: Endpoint): boolean {
  return delivery.ordering !== undefined || maxConcurrency !== undefined;
}

/** Returns a function with each group's remaining room in this worker's share of the bounds. */
function toRooms(
  boundOf: NonNullable<WorkerSettings["inFlightBoundOf"]>,
  position: LeasePosition | undefined,
  heldByGroup: ReadonlyMap<string, number>,
): NonNullable<ClaimRequest["boundOf"]> {
  return (group) => {
    const maxInFlight = boundOf(group);
    if (maxInFlight === undefined) return undefined;
    const share = position === undefined ? 0 : workerShare(maxInFlight, position);
    return Math.max(0, share - (heldByGroup.get(group) ?? 0));
  };
}

/**
 * Returns when the recorded attempts make something else due (Unix time, ms): a retry at its time, the next
 * delivery of an ordering group immediately.
 */
function firstDueAfter(records: readonly AttemptRecord[]): number {
  const times = records.map(({ delivery, outcome }) => {
    if (outcome.state === "scheduled") return outcome.at;
    return delivery.ordering === undefined ? Infinity : 0;
  });
  return Math.min(Infinity, ...times);
}
