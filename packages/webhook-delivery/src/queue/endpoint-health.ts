import type { Circuit, DisabledReason } from "../model/endpoint.ts";
import { type CircuitPolicy, closedCircuit, recordAttempt } from "../policy/circuit-breaker.ts";
import type { AttemptClass } from "../policy/decide-outcome.ts";
import { fullTokenBucket, type TokenBucket } from "../policy/rate-limit.ts";

/** The health of an endpoint. Plain data, shared by all workers through the store. */
export interface EndpointHealth {
  readonly circuit: Circuit;
  readonly bucket: TokenBucket;
  /** The first failure since the last success (Unix time, ms). */
  readonly failingSince?: number | undefined;
}

/** The health of a new endpoint. */
export const freshHealth: EndpointHealth = { circuit: closedCircuit, bucket: fullTokenBucket };

/** Returns whether a circuit is closed without recorded failures. */
export function isPristine(circuit: Circuit): boolean {
  return circuit.state === "closed" && circuit.failures === 0;
}

/** The end of an attempt. */
export interface AttemptEnd {
  readonly attemptClass: AttemptClass;
  /** Unix time (ms). */
  readonly at: number;
}

/** Options for opening the circuit and disabling the endpoint. */
export interface HealthPolicy {
  readonly circuitPolicy: CircuitPolicy;
  readonly disableAfterMilliseconds: number;
}

/** An endpoint's health after some attempts, and the reason to disable it, if any. */
export interface NotedAttempts {
  readonly health: EndpointHealth;
  readonly disabled?: DisabledReason | undefined;
}

/**
 * Records ended attempts, oldest first. The circuit reflects whether the endpoint can respond, so a rejection
 * closes it like a success. Disabling reflects whether anything is delivered, so a rejection counts as a
 * failure. Returns the same object if the health doesn't change.
 */
export function noteAttempts(
  health: EndpointHealth,
  ends: readonly AttemptEnd[],
  policy: HealthPolicy,
): NotedAttempts {
  let { circuit, failingSince } = health;
  let disabled: DisabledReason | undefined;
  for (const { attemptClass, at } of ends) {
    if (attemptClass === "aborted" || attemptClass === "expired") continue;
    circuit = circuitAfter(circuit, attemptClass, at, policy.circuitPolicy);
    failingSince = attemptClass === "delivered" ? undefined : (failingSince ?? at);
    if (attemptClass === "gone") disabled = "gone";
    else if (failingSince !== undefined && at - failingSince >= policy.disableAfterMilliseconds) {
      disabled ??= "failing";
    }
  }
  const unchanged = circuit === health.circuit && failingSince === health.failingSince;
  const { bucket } = health;
  return {
    health: unchanged ? health : { circuit, bucket, failingSince },
    disabled,
  };
}

function circuitAfter(
  circuit: Circuit,
  attemptClass: AttemptClass,
  at: number,
  policy: CircuitPolicy,
): Circuit {
  return recordAttempt(circuit, attemptClass === "transient" ? "failure" : "success", at, policy);
}

/** Returns whether sending to an endpoint must pause after these attempts. */
export function isHeldBack(wasOpen: boolean, { health, disabled }: NotedAttempts): boolean {
  return !wasOpen || disabled !== undefined || health.circuit.state !== "closed";
}
