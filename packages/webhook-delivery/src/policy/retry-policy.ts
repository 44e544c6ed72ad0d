import type { DeliveryErrorCode } from "../errors/delivery-error.ts";
import type { RetryPolicy } from "../model/endpoint.ts";
import { checkNumber } from "./check-number.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * The default policy (docs/conformance.md#delivery-delays): 3 retries, after 1.0 to 1.1, 2.0 to 2.2 and 4.0
 * to 4.4 seconds.
 */
export const defaultRetryPolicy: RetryPolicy = {
  delaysMilliseconds: [1 * second, 2 * second, 4 * second],
  jitter: 0.1,
  maxRetryAfterMilliseconds: 1 * hour,
};

/** Twelve retries over slightly more than three days, to outlast an outage. */
export const longRetryPolicy: RetryPolicy = {
  delaysMilliseconds: [
    5 * second,
    30 * second,
    2 * minute,
    10 * minute,
    30 * minute,
    1 * hour,
    2 * hour,
    4 * hour,
    8 * hour,
    16 * hour,
    24 * hour,
    24 * hour,
  ],
  jitter: 0.1,
  maxRetryAfterMilliseconds: 24 * hour,
};

/**
 * Returns the delay before a retry (ms), or `undefined` if the policy has no such retry.
 *
 * @param attempt the number of the failed attempt, starting at 1; also the number of the retry after it
 * @param random a number from 0 to below 1
 *
 * @example
 * import { longRetryPolicy, retryDelay } from "@plugboard/webhook-delivery";
 *
 * console.log(retryDelay(1)); // 1000 to 1100
 * console.log(retryDelay(4)); // undefined: the default policy has three retries
 * console.log(retryDelay(4, longRetryPolicy)); // 10 to 11 minutes, in milliseconds
 */
export function retryDelay(
  attempt: number,
  policy: RetryPolicy = defaultRetryPolicy,
  random: () => number = Math.random,
): number | undefined {
  const delay = policy.delaysMilliseconds[attempt - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 + policy.jitter * random()));
}

/**
 * Validates a retry policy.
 *
 * @param name its name in the message
 * @throws {DeliveryError} `invalid_option` by default
 */
export function checkRetryPolicy(name: string, policy: RetryPolicy, code?: DeliveryErrorCode): void {
  const { delaysMilliseconds, jitter, maxRetryAfterMilliseconds } = policy;
  checkNumber(`${name}.jitter`, jitter, { min: 0, max: 1 }, code);
  checkNumber(`${name}.maxRetryAfterMilliseconds`, maxRetryAfterMilliseconds, { min: 0 }, code);
  checkNumber(`${name}.delaysMilliseconds.length`, delaysMilliseconds.length, { min: 0, max: 100 }, code);
  for (const [index, delay] of delaysMilliseconds.entries()) {
    checkNumber(`${name}.delaysMilliseconds[${index}]`, delay, { min: 0 }, code);
  }
}
