import type { EndpointOptions } from "../model/endpoint.ts";

/**
 * One attempt of a delivery. The sender's own headers take precedence over `headers`, whose values are omitted
 * from the attempt log.
 */
export interface WebhookRequest
  extends Omit<
    EndpointOptions,
    "timeoutMilliseconds" | "maxAgeMilliseconds" | "retryPolicy" | "responsePolicy"
  > {
  readonly url: string;
  /** The endpoint's signing secrets; two during a rotation. */
  readonly secrets: readonly string[];
  /** The same on every attempt. */
  readonly eventId: string;
  /** For destinations. */
  readonly eventType?: string | undefined;
  /** How often the delivery was resent, for destinations that skip duplicates. Defaults to 0. */
  readonly resends?: number | undefined;
  /** For destinations that keep the order of messages with one key. */
  readonly orderingKey?: string | undefined;
  /** The exact JSON text or bytes to sign and send. */
  readonly body: string | Uint8Array;
}
