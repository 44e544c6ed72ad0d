import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Circuit } from "../model/endpoint.ts";
import { admitAttempt, closedCircuit, recordAttempt, type CircuitPolicy } from "./circuit-breaker.ts";

const policy: CircuitPolicy = {
  failureThreshold: 3,
  openMilliseconds: 1_000,
  maxOpenMilliseconds: 5_000,
  probesToClose: 2,
  probeTimeoutMilliseconds: 500,
};
const now = 1_700_000_000_000;
const open: Circuit = { state: "open", until: now + 1_000, openings: 1 };
const probing: Circuit = { state: "half-open", probeUntil: now + 500, successes: 0, openings: 1 };

test.each<{ title: string; circuit: Circuit; outcome: "success" | "failure"; expected: Circuit }>([
  {
    title: "a failure is counted",
    circuit: closedCircuit,
    outcome: "failure",
    expected: { state: "closed", failures: 1 },
  },
  {
    title: "a success resets the failure count",
    circuit: { state: "closed", failures: 2 },
    outcome: "success",
    expected: closedCircuit,
  },
  {
    title: "the failure that reaches the threshold opens the circuit",
    circuit: { state: "closed", failures: 2 },
    outcome: "failure",
    expected: open,
  },
  {
    title: "a late failure does not change an open circuit",
    circuit: open,
    outcome: "failure",
    expected: open,
  },
  {
    title: "a late success does not change an open circuit",
    circuit: open,
    outcome: "success",
    expected: open,
  },
  {
    title: "a failed probe opens the circuit again, for twice as long",
    circuit: probing,
    outcome: "failure",
    expected: { state: "open", until: now + 2_000, openings: 2 },
  },
  {
    title: "the open time is limited",
    circuit: { ...probing, openings: 60 },
    outcome: "failure",
    expected: { state: "open", until: now + 5_000, openings: 61 },
  },
  {
    title: "a successful probe allows the next one",
    circuit: probing,
    outcome: "success",
    expected: { ...probing, successes: 1, probeUntil: now },
  },
  {
    title: "the last successful probe closes the circuit",
    circuit: { ...probing, successes: 1 },
    outcome: "success",
    expected: closedCircuit,
  },
])("$title", ({ circuit, outcome, expected }) => {
  expect(recordAttempt(circuit, outcome, now, policy)).toEqual(expected);
});

test.each<{ title: string; circuit: Circuit; at: number; admitted: boolean; retryAt?: number }>([
  { title: "a closed circuit admits every attempt", circuit: closedCircuit, at: now, admitted: true },
  {
    title: "an open circuit rejects attempts",
    circuit: open,
    at: now + 999,
    admitted: false,
    retryAt: now + 1_000,
  },
  {
    title: "an open circuit admits a probe after its open time",
    circuit: open,
    at: now + 1_000,
    admitted: true,
  },
  {
    title: "a half-open circuit rejects attempts during the probe",
    circuit: probing,
    at: now + 499,
    admitted: false,
    retryAt: now + 500,
  },
  { title: "a half-open circuit replaces a lost probe", circuit: probing, at: now + 500, admitted: true },
])("$title", ({ circuit, at, admitted, retryAt }) => {
  const admission = admitAttempt(circuit, at, policy);
  expect(admission.admitted).toBe(admitted);
  expect(admission.admitted ? undefined : admission.retryAt).toBe(retryAt);
});

test("an admitted probe is recorded, so that a second one is rejected", () => {
  const first = admitAttempt(open, now + 1_000, policy);
  expect(first.circuit).toEqual({ state: "half-open", probeUntil: now + 1_500, successes: 0, openings: 1 });
  expect(admitAttempt(first.circuit, now + 1_000, policy).admitted).toBe(false);
});

test("a circuit read back from JSON is the same circuit", () => {
  for (const circuit of [closedCircuit, open, probing]) {
    expect(JSON.parse(JSON.stringify(circuit))).toEqual(circuit);
  }
});

test("after any history, waiting admits an attempt and successes close the circuit", () => {
  const steps = fc.array(
    fc.record({ outcome: fc.constantFrom("success", "failure", "none"), wait: fc.nat(3_000) }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(steps, (steps) => {
      let circuit = closedCircuit;
      let clock = now;
      for (const { outcome, wait } of steps) {
        clock += wait;
        const admission = admitAttempt(circuit, clock, policy);
        circuit = admission.circuit;
        if (admission.admitted && outcome !== "none")
          circuit = recordAttempt(circuit, outcome, clock, policy);
      }
      for (let probe = 0; probe < policy.probesToClose; probe += 1) {
        clock += policy.maxOpenMilliseconds;
        const admission = admitAttempt(circuit, clock, policy);
        expect(admission.admitted).toBe(true);
        circuit = recordAttempt(admission.circuit, "success", clock, policy);
      }
      expect(circuit).toEqual(closedCircuit);
    }),
  );
});

test("a circuit opened by a clock far ahead admits a probe", () => {
  const hour = 3_600_000;
  const open: Circuit = { state: "open", until: 10 * hour, openings: 1 };
  expect(admitAttempt(open, 8 * hour, policy)).toMatchObject({ admitted: true });
  const probing: Circuit = { state: "half-open", probeUntil: 10 * hour, successes: 0, openings: 1 };
  expect(admitAttempt(probing, 8 * hour, policy)).toMatchObject({ admitted: true });
});
