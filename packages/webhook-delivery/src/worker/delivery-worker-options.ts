import type { ClaimedDelivery, DeliveryQueue, RetentionPolicy } from "../store/delivery-queue.ts";
import type { AttemptResult } from "../model/attempt-result.ts";
import type { DisabledNotice, Endpoint, RetryPolicy } from "../model/endpoint.ts";
import { checkNumber, maxTimerMilliseconds, type NumberRange } from "../policy/check-number.ts";
import { checkCircuitPolicy, type CircuitPolicy, defaultCircuitPolicy } from "../policy/circuit-breaker.ts";
import { steadyNow } from "../policy/steady-now.ts";
import { checkRetryPolicy, defaultRetryPolicy } from "../policy/retry-policy.ts";

/**
 * Makes one attempt of a delivery. Whatever goes wrong with the request belongs in the result; a `send` that throws counts
 * as an attempt with the error code `send_failed`. When the signal fires, it ends soon, with the error code `aborted`.
 */
export type Send = (
  delivery: ClaimedDelivery,
  endpoint: Endpoint,
  options: { readonly signal: AbortSignal },
) => Promise<AttemptResult>;

/**
 * How much tenants may have in flight, over all workers of a store together, about: each worker takes its part, and sees within
 * a third of `leaseMilliseconds` that another one came or went.
 */
export interface InFlightBound {
  /** Tenants with the same name share one bound. */
  readonly sharedBy: string;
  /** A whole number of at least 1. */
  readonly maxInFlight: number;
}

/** What a worker is made of. Times are milliseconds. */
export interface DeliveryWorkerOptions {
  readonly store: DeliveryQueue;
  readonly send: Send;
  /** `defaultRetryPolicy` when absent. */
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
  /**
   * The bound of a tenant, read at each claim: what is over it waits. Default: none but a fair share of the slots.
   */
  readonly inFlightBoundOf?: ((tenant: string) => InFlightBound | undefined) | undefined;
  /** Silence after which other workers take the deliveries of this one over. 30 seconds when absent. */
  readonly leaseMilliseconds?: number;
  /**
   * How often to look for changes that the store did not report, ten times as long where it hears of all of them (PostgreSQL with
   * `notify`, SQLite with `exclusive`). Default: 1 second.
   */
  readonly pollMilliseconds?: number;
  /** How long `stop` waits for attempts in flight before it aborts them. 15 seconds when absent. */
  readonly drainMilliseconds?: number;
  /**
   * Notified of every endpoint the engine disabled, until it returns without throwing. With several workers, or after a crash, it
   * may be notified again.
   */
  readonly onNotice?: (notice: DisabledNotice) => Promise<void> | void;
  /** Gets what went wrong with the store or `onNotice`. The worker goes on and tries again, whatever this one throws. */
  readonly onError?: (error: unknown) => unknown;
  /** Milliseconds since 1970. Default: the time of day, but without its jumps that last for less than a minute. */
  readonly now?: () => number;
  /** From 0 to below 1; `Math.random` when absent. */
  readonly random?: () => number;
}

/** A worker's options with nothing left open, but for who is notified. */
export type WorkerSettings = Required<
  Omit<DeliveryWorkerOptions, "onNotice" | "onError" | "inFlightBoundOf">
> &
  Pick<DeliveryWorkerOptions, "onNotice" | "inFlightBoundOf"> & {
    readonly onError: (error: unknown) => void;
  };

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
  now: steadyNow,
  random: Math.random,
} satisfies Partial<DeliveryWorkerOptions>;

const count: NumberRange = { min: 1, isWhole: true };
const interval: NumberRange = { min: 1, max: maxTimerMilliseconds, isWhole: true };
const notNegative: NumberRange = { min: 0 };

/** Fills in the defaults. Throws `DeliveryError` (`invalid_option`) when a number is out of its range. */
export function toWorkerSettings(options: DeliveryWorkerOptions): WorkerSettings {
  const settings = { ...defaults, ...options };
  const { retention, retryPolicy } = settings;
  checkNumber("concurrency", settings.concurrency, count);
  checkNumber("perEndpoint", settings.perEndpoint, count);
  checkNumber("leaseMilliseconds", settings.leaseMilliseconds, interval);
  checkNumber("pollMilliseconds", settings.pollMilliseconds, interval);
  checkNumber("drainMilliseconds", settings.drainMilliseconds, { min: 0, max: maxTimerMilliseconds });
  checkNumber("disableAfterMilliseconds", settings.disableAfterMilliseconds, { min: 0, max: Infinity });
  checkNumber("retention.deliveredMilliseconds", retention.deliveredMilliseconds, notNegative);
  checkNumber("retention.failedMilliseconds", retention.failedMilliseconds, notNegative);
  checkRetryPolicy("retryPolicy", retryPolicy);
  checkCircuitPolicy("circuitPolicy", settings.circuitPolicy);
  return { ...settings, onError: shieldListener(settings.onError) };
}

/** Makes a listener that neither throws nor rejects: whoever calls it goes on as if it had been heard. */
function shieldListener<Heard>(listener: (heard: Heard) => unknown): (heard: Heard) => void {
  // Async, because a listener may be so too: what it throws and what it rejects with end the same way.
  const listen = async (heard: Heard): Promise<unknown> => listener(heard);
  return (heard) => {
    listen(heard).catch(() => {});
  };
}
