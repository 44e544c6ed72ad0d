import type { EndpointOptions } from "../model/endpoint.ts";

/** What is known of a delivery's age. Times are milliseconds since 1970. */
export interface AgeingDelivery {
  readonly createdAt: number;
  /** The event's. */
  readonly expiresAt?: number | undefined;
  readonly isResent: boolean;
}

/** When a delivery is too old to be sent, in milliseconds since 1970. A resent one never is. */
export function expiryOf(
  { createdAt, expiresAt = Infinity, isResent }: AgeingDelivery,
  { maxAgeMilliseconds = Infinity }: Pick<EndpointOptions, "maxAgeMilliseconds"> = {},
): number {
  return isResent ? Infinity : Math.min(expiresAt, createdAt + maxAgeMilliseconds);
}
