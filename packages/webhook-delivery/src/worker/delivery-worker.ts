import { DeliveryError } from "../delivery-error.ts";
import type { AttemptRecord, ClaimedDelivery, DeliveryQueue, RetentionPolicy } from "../delivery-queue.ts";
import type { DisabledNotice } from "../model/endpoint.ts";
import { type CircuitPolicy, defaultCircuitPolicy } from "../policy/circuit-breaker.ts";
import { defaultRetryPolicy, type RetryPolicy } from "../policy/retry-policy.ts";
import { createAttemptRunner } from "./attempt-runner.ts";
import { createChores } from "./chores.ts";
import { createClaimLoop } from "./claim-loop.ts";
import { createLeaseKeeper } from "./lease-keeper.ts";
import { createOutcomeWriter } from "./outcome-writer.ts";
import { retryUntilDone } from "./retry-until-done.ts";
import type { Send } from "./send.ts";
import { createWorkerTelemetry } from "./telemetry.ts";
import { within } from "./within.ts";
import { workerChores } from "./worker-chores.ts";

/** What a worker is made of. Times are milliseconds. */
export interface DeliveryWorkerOptions {
  readonly store: DeliveryQueue;
  readonly send: Send;
  /** The specification's schedule when absent. */
  readonly retryPolicy?: RetryPolicy;
  readonly circuitPolicy?: CircuitPolicy;
  /** An endpoint that did nothing but fail for this long is disabled. 5 days when absent. */
  readonly disableAfterMilliseconds?: number;
  /** How long finished deliveries are kept. 30 days for delivered and 90 days for failed ones when absent. */
  readonly retention?: RetentionPolicy;
  /** Attempts under way at once. 256 when absent. */
  readonly concurrency?: number;
  /** Attempts under way at once to one endpoint. 32 when absent. */
  readonly perEndpoint?: number;
  /** Silence after which other workers take the deliveries of this one over. 30 seconds when absent. */
  readonly leaseMilliseconds?: number;
  /** How often to look for what no wake-up told of. 1 second when absent. */
  readonly pollMilliseconds?: number;
  /** How long `stop` waits for attempts under way before it aborts them. 15 seconds when absent. */
  readonly drainMilliseconds?: number;
  /** Told of every endpoint the engine disabled, until it returns without throwing; after a crash, told again. */
  readonly onNotice?: (notice: DisabledNotice) => Promise<void> | void;
  /** Told of what went wrong with the store or `onNotice`. The worker goes on and tries again. */
  readonly onError?: (error: unknown) => void;
  /** Milliseconds since the epoch; `Date.now` when absent. */
  readonly clock?: () => number;
  /** From 0 to below 1; `Math.random` when absent. */
  readonly random?: () => number;
}

/** Sends due deliveries of a store. Any number of workers, in any number of processes, may share a store. */
export interface DeliveryWorker {
  /** Attempts under way. */
  readonly underWay: number;
  /** Throws `DeliveryError` (`invalid_option`) when it was started before: a worker runs once. */
  start(): void;
  /** Something may have come due. Not needed after an `enqueue` of the same store. */
  wake(): void;
  /** Claims no more, lets attempts under way end, writes their outcomes and gives the rest back. */
  stop(): Promise<void>;
}

const second = 1_000;
const day = 86_400 * second;
const defaults = {
  retryPolicy: defaultRetryPolicy,
  circuitPolicy: defaultCircuitPolicy,
  disableAfterMilliseconds: 5 * day,
  retention: { deliveredMilliseconds: 30 * day, failedMilliseconds: 90 * day },
  concurrency: 256,
  perEndpoint: 32,
  leaseMilliseconds: 30 * second,
  pollMilliseconds: 1 * second,
  drainMilliseconds: 15 * second,
  onError: () => {},
  clock: Date.now,
  random: Math.random,
} satisfies Partial<DeliveryWorkerOptions>;

/** Deliveries claimed for each that may be under way, so that no slot is idle while the next ones are claimed. */
const claimAhead = 3;
const outcomeBatch = 128;
const outcomeLingerMilliseconds = 10;
/** How long attempts that ignore the abort signal, or a store that is down, may hold up the end of `stop`. */
const graceMilliseconds = 2_000;

/** Creates a worker that does nothing until it is started. */
export function createDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const settings = { ...defaults, ...options };
  const { store, circuitPolicy, disableAfterMilliseconds, concurrency, perEndpoint } = settings;
  const { leaseMilliseconds, onError } = settings;
  const telemetry = createWorkerTelemetry();
  const lease = createLeaseKeeper(store, leaseMilliseconds);
  const stopping = new AbortController();
  // Outcomes that may wait to be written before no more deliveries are claimed.
  const maxUnwritten = 4 * concurrency;

  const writer = createOutcomeWriter({
    batch: outcomeBatch,
    lingerMilliseconds: outcomeLingerMilliseconds,
    onError,
    async write(records) {
      const request = { records, circuitPolicy, disableAfterMilliseconds };
      const { refused, heldBack } = await store.recordAttempts(request);
      telemetry.refused(refused.length);
      const withdrawn = runner.withdraw(heldBack);
      if (withdrawn.length > 0) void giveBack(withdrawn);
    },
    written(records) {
      runner.settle(records);
      loop.wakeAt(firstDueAfter(records));
      loop.roomMade();
    },
  });
  // What an endpoint that is held back now was to get. Until this succeeds, nobody else can have it.
  async function giveBack(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    await retryUntilDone(() => store.giveBack(deliveries), onError, stopping.signal);
    loop.wake();
  }

  const runner = createAttemptRunner({
    ...settings,
    telemetry,
    finished(record) {
      writer.add(record);
      loop.roomMade();
    },
  });
  const loop = createClaimLoop({
    ...settings,
    capacity: () => (writer.unwritten < maxUnwritten ? claimAhead * concurrency - runner.held : 0),
    batch: concurrency,
    claim: async (limit, cursor) =>
      store.claim({
        leaseId: await lease.current(),
        limit,
        perEndpoint: claimAhead * perEndpoint,
        underWay: runner.heldByEndpoint,
        circuitPolicy,
        ...(cursor === undefined ? {} : { cursor }),
      }),
    take: (claim) => runner.run(claim),
  });
  const chores = createChores(
    workerChores({ ...settings, lease, onNotice: options.onNotice, signal: stopping.signal }),
    onError,
  );

  let stopWatching: (() => void) | undefined;
  let stopped: Promise<void> | undefined;

  async function stop(): Promise<void> {
    stopWatching?.();
    stopping.abort();
    runner.hold();
    await loop.stop();
    await within(settings.drainMilliseconds, runner.idle());
    runner.abort();
    await within(graceMilliseconds, runner.idle());
    await within(graceMilliseconds, writer.drain());
    writer.giveUp();
    await chores.stop();
    await lease.end();
  }

  return {
    get underWay() {
      return runner.underWay;
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

/**
 * When attempts that were just recorded let something else come due: a retry at its time, the next of a line at once.
 * Milliseconds since the epoch.
 */
function firstDueAfter(records: readonly AttemptRecord[]): number {
  const times = records.map(({ delivery, outcome }) => {
    if (outcome.state === "scheduled") return outcome.at;
    return delivery.ordering === undefined ? Infinity : 0;
  });
  return Math.min(Infinity, ...times);
}
