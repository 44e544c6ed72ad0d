import type { Circuit } from "../model/endpoint.ts";
import { checkNumber } from "./check-number.ts";

/** When a circuit opens and for how long. Plain data. */
export interface CircuitPolicy {
  /** Failures in a row that open a closed circuit. */
  readonly failureThreshold: number;
  /** How long the circuit stays open at first, in milliseconds. Each failed probe doubles it. */
  readonly openMilliseconds: number;
  /** How long the circuit stays open between two probes at most, in milliseconds. */
  readonly maxOpenMilliseconds: number;
  /** Successful probes in a row that close the circuit again. */
  readonly probesToClose: number;
  /** A probe whose outcome was not recorded after this many milliseconds is given up for lost, and another is let through. */
  readonly probeTimeoutMilliseconds: number;
}

/** Opens after 10 failures in a row, first for 10 seconds and at most for 10 minutes. One good probe closes it. */
export const defaultCircuitPolicy: CircuitPolicy = {
  failureThreshold: 10,
  openMilliseconds: 10_000,
  maxOpenMilliseconds: 600_000,
  probesToClose: 1,
  probeTimeoutMilliseconds: 30_000,
};

/**
 * Checks a policy that somebody made.
 *
 * @param name what to call it in the message
 * @throws {DeliveryError} `invalid_option`
 */
export function checkCircuitPolicy(name: string, policy: CircuitPolicy): void {
  checkNumber(`${name}.failureThreshold`, policy.failureThreshold, { min: 1, isWhole: true });
  checkNumber(`${name}.probesToClose`, policy.probesToClose, { min: 1, isWhole: true });
  checkNumber(`${name}.openMilliseconds`, policy.openMilliseconds, { min: 0 });
  checkNumber(`${name}.maxOpenMilliseconds`, policy.maxOpenMilliseconds, { min: 0 });
  checkNumber(`${name}.probeTimeoutMilliseconds`, policy.probeTimeoutMilliseconds, { min: 0 });
}

/** Whether an attempt may start now; if not, `retryAt` is the first time at which asking again makes sense. */
export type CircuitAdmission =
  | { readonly admitted: true; readonly circuit: Circuit }
  | { readonly admitted: false; readonly circuit: Circuit; readonly retryAt: number };

/** The circuit of an endpoint that nothing is known about: closed. */
export const closedCircuit: Circuit = { state: "closed", failures: 0 };

/** Asks to start an attempt. The circuit in what it returns replaces the one that was passed in: a probe is noted in it. */
export function admitAttempt(
  circuit: Circuit,
  now: number,
  policy: CircuitPolicy = defaultCircuitPolicy,
): CircuitAdmission {
  if (circuit.state === "closed") return { admitted: true, circuit };
  const retryAt = circuit.state === "open" ? circuit.until : circuit.probeUntil;
  const maxWait = circuit.state === "open" ? policy.maxOpenMilliseconds : policy.probeTimeoutMilliseconds;
  // Beyond that, a clock that was far ahead wrote it.
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
 * Notes how an attempt ended. While the circuit is open, outcomes of attempts that started before it opened change
 * nothing: only a probe closes it.
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
