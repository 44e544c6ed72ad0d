import type { ClaimedDelivery } from "../delivery-queue.ts";
import type { Endpoint } from "../model/endpoint.ts";
import type { AttemptResult } from "../model/attempt-result.ts";

/**
 * Makes one attempt of a delivery. Whatever goes wrong with the request belongs in the result; a `send` that throws counts
 * as an attempt with the error code `send_failed`. When the signal fires, it ends soon, with the error code `aborted`.
 */
export type Send = (
  delivery: ClaimedDelivery,
  endpoint: Endpoint,
  options: { readonly signal: AbortSignal },
) => Promise<AttemptResult>;
