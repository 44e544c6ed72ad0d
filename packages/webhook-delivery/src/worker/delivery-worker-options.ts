import type { ClaimedDelivery, DeliveryQueue, RetentionPolicy } from "../store/delivery-queue.ts";
import type { AttemptResult } from "../model/attempt-result.ts";
import type { DisabledNotice, Endpoint, RetryPolicy } from "../model/endpoint.ts";
import { DeliveryError } from "../errors/delivery-error.ts";
import { checkNumber, maxTimerMilliseconds, type NumberRange } from "../policy/check-number.ts";
import { checkCircuitPolicy, type CircuitPolicy, defaultCircuitPolicy } from "../policy/circuit-breaker.ts";
import { steadyNow } from "../policy/steady-now.ts";
import { checkRetryPolicy, defaultRetryPolicy } from "../policy/retry-policy.ts";

/**
 * Makes one attempt of a delivery. Request errors belong in the result; if `send` throws, the attempt counts
 * as failed with the error code `send_failed`. When the signal is aborted, it must end soon with the error
 * code `aborted`.
 */
export type Send = (
  delivery: ClaimedDelivery,
  endpoint: Endpoint,
  options: { readonly signal: AbortSignal },
) => Promise<AttemptResult>;

/** Options for `createDeliveryWorker`. Times are in milliseconds. */
export interface DeliveryWorkerOptions {
  readonly store: DeliveryQueue;
  readonly send: Send;
  /** Defaults to `defaultRetryPolicy`. */
  readonly retryPolicy?: RetryPolicy;
  readonly circuitPolicy?: CircuitPolicy;
  /**
   * An endpoint is disabled after failing for this long without a success. Defaults to 5 days; `Infinity`
   * disables none.
   */
  readonly disableAfterMilliseconds?: number;
  /** The retention of finished deliveries. Defaults to 30 days for delivered and 90 days for failed ones. */
  readonly retention?: RetentionPolicy;
  /** Maximum attempts in flight. Defaults to 256. */
  readonly concurrency?: number;
  /** Maximum attempts in flight per endpoint. Defaults to 32. */
  readonly perEndpoint?: number;
  /**
   * Returns the maximum number of requests in flight for a fairness group across all workers of a store: a
   * whole number of at least 1. Called at each claim; deliveries over the bound wait. It is approximate: each
   * worker takes its share and notices within a third of `leaseMilliseconds` that another one started or
   * stopped. Defaults to a fair share of the slots.
   */
  readonly inFlightBoundOf?: ((fairnessGroup: string) => number | undefined) | undefined;
  /**
   * How long after a worker's last sign of life other workers take over its deliveries. Defaults to 30
   * seconds.
   */
  readonly leaseMilliseconds?: number;
  /**
   * How often to poll for unreported changes, and to retry a failed claim. Polls are ten times as far apart if
   * the store reports all changes (PostgreSQL with `notify`, SQLite with `exclusive`). Defaults to 1 second.
   */
  readonly pollMilliseconds?: number;
  /** How long `stop` waits for attempts in flight before it aborts them. Defaults to 15 seconds. */
  readonly drainMilliseconds?: number;
  /**
   * Called for every endpoint the engine disables, until it returns without throwing. With several workers,
   * or after a crash, it can be called again.
   */
  readonly onNotice?: (notice: DisabledNotice) => Promise<void> | void;
  /**
   * Called with errors of the store or `onNotice`. The worker continues and retries, even if this function
   * throws.
   */
  readonly onError?: (error: unknown) => unknown;
  /** The clock (Unix time, ms). Defaults to the time of day without jumps that last less than a minute. */
  readonly now?: () => number;
  /** Returns a number from 0 to below 1. Defaults to `Math.random`. */
  readonly random?: () => number;
}

/** A worker's options with defaults, without callbacks. */
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

/** Fills in the defaults. Throws `DeliveryError` (`invalid_option`) if a number is out of range. */
export function toWorkerSettings(options: DeliveryWorkerOptions): WorkerSettings {
  checkParts(options);
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

/** Rejects missing parts, for callers without types. */
function checkParts({ store, send }: Partial<DeliveryWorkerOptions> = {}): void {
  const invalid = (part: string, expected: string) =>
    new DeliveryError("invalid_option", `a worker needs \`${part}\`: ${expected}`, { part });
  if (typeof store?.claim !== "function")
    throw invalid("store", "a store such as createSqliteDeliveryStore(database)");
  if (typeof send !== "function") throw invalid("send", "a function such as createWebhookSender().deliver");
}

/** Wraps a listener so that it never throws or rejects. */
function shieldListener<Heard>(listener: (heard: Heard) => unknown): (heard: Heard) => void {
  // Async, so that thrown errors and rejections are handled the same way.
  const listen = async (heard: Heard): Promise<unknown> => listener(heard);
  return (heard) => {
    listen(heard).catch(() => {});
  };
}
