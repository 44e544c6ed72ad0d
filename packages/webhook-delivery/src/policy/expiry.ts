import type { EndpointOptions } from "../model/endpoint.ts";

/** The age of a delivery. Times are Unix times (ms). */
export interface AgeingDelivery {
  readonly createdAt: number;
  /** The event's `expiresAt`. */
  readonly expiresAt?: number | undefined;
  /** How often the delivery was resent by a user or a recovery. */
  readonly resends: number;
}

/** Returns the time a delivery becomes too old to send (Unix time, ms). Resent deliveries never expire. */
export function expiryOf(
  { createdAt, expiresAt = Infinity, resends }: AgeingDelivery,
  { maxAgeMilliseconds = Infinity }: Pick<EndpointOptions, "maxAgeMilliseconds"> = {},
): number {
  return resends > 0 ? Infinity : Math.min(expiresAt, createdAt + maxAgeMilliseconds);
}
