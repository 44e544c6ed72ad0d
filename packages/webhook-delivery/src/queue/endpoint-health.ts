import type { Circuit, DisabledReason } from "../model/endpoint.ts";
import { type CircuitPolicy, closedCircuit, recordAttempt } from "../policy/circuit-breaker.ts";
import type { AttemptClass } from "../policy/decide-outcome.ts";
import { fullTokenBucket, type TokenBucket } from "../policy/rate-limit.ts";

/** What the engine knows about how an endpoint is doing. Plain data, shared by all workers through the store. */
export interface EndpointHealth {
  readonly circuit: Circuit;
  readonly bucket: TokenBucket;
  /** The first of an unbroken row of failures, in milliseconds since the epoch. */
  readonly failingSince?: number | undefined;
}

/** The health of an endpoint that nothing is known about. */
export const freshHealth: EndpointHealth = { circuit: closedCircuit, bucket: fullTokenBucket };

/** Whether a circuit is closed and has no failures to remember. */
export function isPristine(circuit: Circuit): boolean {
  return circuit.state === "closed" && circuit.failures === 0;
}

/** How an attempt at an endpoint ended. */
export interface AttemptEnd {
  readonly attemptClass: AttemptClass;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** When failures open the circuit, and when they disable the endpoint. */
export interface HealthPolicy {
  readonly circuitPolicy: CircuitPolicy;
  readonly disableAfterMilliseconds: number;
}

/** An endpoint's health after some attempts, and why it is to be disabled, if it is. */
export interface NotedAttempts {
  readonly health: EndpointHealth;
  readonly disabled?: DisabledReason | undefined;
}

/**
 * Notes how attempts ended, oldest first. The circuit is about whether the endpoint is able to respond: a refusal closes it
 * like a success. Disabling is about whether anything gets through: there a refusal counts as a failure. Health that does not
 * change stays the same object.
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

/** Whether an endpoint that was open to deliveries, or not, must not be sent to after these attempts. */
export function isHeldBack(wasOpen: boolean, { health, disabled }: NotedAttempts): boolean {
  return !wasOpen || disabled !== undefined || health.circuit.state !== "closed";
}
