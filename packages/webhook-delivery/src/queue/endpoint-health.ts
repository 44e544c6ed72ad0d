import type { Circuit } from "../model/endpoint.ts";
import { closedCircuit } from "../policy/circuit-breaker.ts";
import { fullTokenBucket, type TokenBucket } from "../policy/rate-limit.ts";

/** What the engine knows about how an endpoint is doing. Plain data, shared by all workers through the store. */
export interface EndpointHealth {
  readonly circuit: Circuit;
  readonly bucket: TokenBucket;
  /** The first of an unbroken row of failures, in milliseconds since the epoch. */
  readonly failingSince?: number;
}

/** The health of an endpoint that nothing is known about. */
export const freshHealth: EndpointHealth = { circuit: closedCircuit, bucket: fullTokenBucket };

/** Whether a circuit is closed and has no failures to remember. */
export function isPristine(circuit: Circuit): boolean {
  return circuit.state === "closed" && circuit.failures === 0;
}
