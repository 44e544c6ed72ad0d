import type { Circuit } from "../model/endpoint.ts";
import { checkNumber } from "./check-number.ts";

/** Options for the circuit breaker. Plain data. */
export interface CircuitPolicy {
  /** Consecutive failures that open a closed circuit. */
  readonly failureThreshold: number;
  /** How long the circuit stays open at first (ms). Doubles with each failed probe. */
  readonly openMilliseconds: number;
  /** The maximum time between two probes (ms). */
  readonly maxOpenMilliseconds: number;
  /** Consecutive successful probes that close the circuit. */
  readonly probesToClose: number;
  /** A probe without a recorded outcome after this time (ms) counts as lost, and another one is sent. */
  readonly probeTimeoutMilliseconds: number;
}

/**
 * Opens after 10 consecutive failures, for 10 seconds at first and 10 minutes at most. One successful probe
 * closes it.
 */
export const defaultCircuitPolicy: CircuitPolicy = {
  failureThreshold: 10,
  openMilliseconds: 10_000,
  maxOpenMilliseconds: 600_000,
  probesToClose: 1,
  probeTimeoutMilliseconds: 30_000,
};

/**
 * Validates a circuit policy.
 *
 * @param name its name in the message
 * @throws {DeliveryError} `invalid_option`
 */
export function checkCircuitPolicy(name: string, policy: CircuitPolicy): void {
  checkNumber(`${name}.failureThreshold`, policy.failureThreshold, { min: 1, isWhole: true });
  checkNumber(`${name}.probesToClose`, policy.probesToClose, { min: 1, isWhole: true });
  checkNumber(`${name}.openMilliseconds`, policy.openMilliseconds, { min: 0 });
  checkNumber(`${name}.maxOpenMilliseconds`, policy.maxOpenMilliseconds, { min: 0 });
  checkNumber(`${name}.probeTimeoutMilliseconds`, policy.probeTimeoutMilliseconds, { min: 0 });
}

/** The result of `admitAttempt`. `retryAt` is the earliest useful time to try again. */
export type CircuitAdmission =
  | { readonly admitted: true; readonly circuit: Circuit }
  | { readonly admitted: false; readonly circuit: Circuit; readonly retryAt: number };

/** The initial circuit of an endpoint. */
export const closedCircuit: Circuit = { state: "closed", failures: 0 };

/** Requests permission to start an attempt. Store the returned circuit: it records a probe. */
export function admitAttempt(
  circuit: Circuit,
  now: number,
  policy: CircuitPolicy = defaultCircuitPolicy,
): CircuitAdmission {
  if (circuit.state === "closed") return { admitted: true, circuit };
  const retryAt = circuit.state === "open" ? circuit.until : circuit.probeUntil;
  const maxWait = circuit.state === "open" ? policy.maxOpenMilliseconds : policy.probeTimeoutMilliseconds;
  // A longer wait was written by a clock that ran far ahead.
  if (now < retryAt && retryAt <= now + maxWait) return { admitted: false, circuit, retryAt };
  const probe: Circuit = {
    state: "half-open",
    probeUntil: now + policy.probeTimeoutMilliseconds,
    successes: circuit.state === "half-open" ? circuit.successes : 0,
    openings: circuit.openings,
  };
  return { admitted: true, circuit: probe };
}

/**
 * Records the end of an attempt. While the circuit is open, attempts that started before it opened are
 * ignored: only a probe closes it.
 */
export function recordAttempt(
  circuit: Circuit,
  outcome: "success" | "failure",
  now: number,
  policy: CircuitPolicy = defaultCircuitPolicy,
): Circuit {
  if (circuit.state === "open") return circuit;
  if (circuit.state === "closed") {
    if (outcome === "success") return closedCircuit;
    const failures = circuit.failures + 1;
    return failures < policy.failureThreshold ? { state: "closed", failures } : openCircuit(1, now, policy);
  }
  if (outcome === "failure") return openCircuit(circuit.openings + 1, now, policy);
  const successes = circuit.successes + 1;
  if (successes >= policy.probesToClose) return closedCircuit;
  return { ...circuit, successes, probeUntil: now };
}

function openCircuit(openings: number, now: number, policy: CircuitPolicy): Circuit {
  const openFor = Math.min(policy.openMilliseconds * 2 ** (openings - 1), policy.maxOpenMilliseconds);
  return { state: "open", until: now + openFor, openings };
}
