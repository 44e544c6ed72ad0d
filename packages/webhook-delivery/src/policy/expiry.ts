import type { EndpointOptions } from "../model/endpoint.ts";

/** The age of a delivery. Times are Unix times (ms). */
export interface AgeingDelivery {
  readonly createdAt: number;
  /** The event's `expiresAt`. */
  readonly expiresAt?: number | undefined;
  readonly isResent: boolean;
}

/** Returns the time a delivery becomes too old to send (Unix time, ms). Resent deliveries never expire. */
export function expiryOf(
  { createdAt, expiresAt = Infinity, isResent }: AgeingDelivery,
  { maxAgeMilliseconds = Infinity }: Pick<EndpointOptions, "maxAgeMilliseconds"> = {},
): number {
  return isResent ? Infinity : Math.min(expiresAt, createdAt + maxAgeMilliseconds);
}
