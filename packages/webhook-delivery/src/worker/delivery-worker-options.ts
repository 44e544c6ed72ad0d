import { DeliveryError } from "../delivery-error.ts";
import type { DeliveryQueue, RetentionPolicy } from "../delivery-queue.ts";
import type { DisabledNotice } from "../model/endpoint.ts";
import { type CircuitPolicy, defaultCircuitPolicy } from "../policy/circuit-breaker.ts";
import { defaultRetryPolicy, type RetryPolicy } from "../policy/retry-policy.ts";
import type { Send } from "./send.ts";
import { shieldListener } from "./shield-listener.ts";

/** What a worker is made of. Times are milliseconds. */
export interface DeliveryWorkerOptions {
  readonly store: DeliveryQueue;
  readonly send: Send;
  /** The specification's schedule when absent. */
  readonly retryPolicy?: RetryPolicy;
  readonly circuitPolicy?: CircuitPolicy;
  /** An endpoint that did nothing but fail for this long is disabled. 5 days when absent; `Infinity` disables none. */
  readonly disableAfterMilliseconds?: number;
  /** How long finished deliveries are kept. 30 days for delivered and 90 days for failed ones when absent. */
  readonly retention?: RetentionPolicy;
  /** Attempts in flight at once. 256 when absent. */
  readonly concurrency?: number;
  /** Attempts in flight at once to one endpoint. 32 when absent. */
  readonly perEndpoint?: number;
  /** Silence after which other workers take the deliveries of this one over. 30 seconds when absent. */
  readonly leaseMilliseconds?: number;
  /** How often to look for what no wake-up told of. 1 second when absent. */
  readonly pollMilliseconds?: number;
  /** How long `stop` waits for attempts in flight before it aborts them. 15 seconds when absent. */
  readonly drainMilliseconds?: number;
  /**
   * Told of every endpoint the engine disabled, until it returns without throwing. With several workers, or after a crash, it
   * may be told again.
   */
  readonly onNotice?: (notice: DisabledNotice) => Promise<void> | void;
  /** Told of what went wrong with the store or `onNotice`. The worker goes on and tries again, whatever this one throws. */
  readonly onError?: (error: unknown) => unknown;
  /** Milliseconds since the epoch; `Date.now` when absent. */
  readonly clock?: () => number;
  /** From 0 to below 1; `Math.random` when absent. */
  readonly random?: () => number;
}

/** A worker's options with nothing left open, but for who is told of disabled endpoints. */
export type WorkerSettings = Required<Omit<DeliveryWorkerOptions, "onNotice" | "onError">> &
  Pick<DeliveryWorkerOptions, "onNotice"> & { readonly onError: (error: unknown) => void };

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

/** Fills in the defaults. Throws `DeliveryError` (`invalid_option`) when a number is out of its range. */
export function toWorkerSettings(options: DeliveryWorkerOptions): WorkerSettings {
  const settings = { ...defaults, ...options };
  for (const name of ["concurrency", "perEndpoint", "leaseMilliseconds", "pollMilliseconds"] as const) {
    const value = settings[name];
    const isFine = Number.isSafeInteger(value) && value >= 1;
    if (!isFine) throw invalid(name, value, "a whole number of at least 1");
  }
  for (const [name, value] of storedNumbersOf(settings)) {
    const isFine = Number.isFinite(value) && value >= 0;
    if (!isFine) throw invalid(name, value, "a number of at least 0");
  }
  const { disableAfterMilliseconds } = settings;
  if (!(disableAfterMilliseconds >= 0)) {
    throw invalid(
      "disableAfterMilliseconds",
      disableAfterMilliseconds,
      "a number of at least 0, or Infinity",
    );
  }
  return { ...settings, onError: shieldListener(settings.onError) };
}

// What a store or a timer can do nothing with unless it is finite.
function storedNumbersOf(settings: WorkerSettings): readonly (readonly [name: string, value: number])[] {
  const { drainMilliseconds, retention, retryPolicy } = settings;
  const { delaysMilliseconds, jitter, maxRetryAfterMilliseconds } = retryPolicy;
  return [
    ["drainMilliseconds", drainMilliseconds],
    ["retention.deliveredMilliseconds", retention.deliveredMilliseconds],
    ["retention.failedMilliseconds", retention.failedMilliseconds],
    ["retryPolicy.jitter", jitter],
    ["retryPolicy.maxRetryAfterMilliseconds", maxRetryAfterMilliseconds],
    ...delaysMilliseconds.map((delay, index) => [`retryPolicy.delaysMilliseconds[${index}]`, delay] as const),
  ];
}

function invalid(name: string, value: number, range: string): DeliveryError {
  return new DeliveryError("invalid_option", `${name} is ${value}; it must be ${range}`);
}
