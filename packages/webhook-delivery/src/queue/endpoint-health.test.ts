import { expect, test } from "vitest";
import { closedCircuit, defaultCircuitPolicy } from "../policy/circuit-breaker.ts";
import { freshHealth, isHeldBack, noteAttempts } from "./endpoint-health.ts";

const policy = {
  circuitPolicy: { ...defaultCircuitPolicy, failureThreshold: 2 },
  disableAfterMilliseconds: 100,
};

test("a success clears the failure streak and the circuit's count", () => {
  const failing = noteAttempts(freshHealth, [{ attemptClass: "transient", at: 5 }], policy);
  expect(failing.health).toMatchObject({ circuit: { state: "closed", failures: 1 }, failingSince: 5 });
  const { health } = noteAttempts(failing.health, [{ attemptClass: "delivered", at: 6 }], policy);
  expect(health).toEqual(freshHealth);
});

test("rejections do not open the circuit, but eventually disable the endpoint", () => {
  const ends = [0, 50, 99].map((at) => ({ attemptClass: "rejected", at }) as const);
  const { health, disabled } = noteAttempts(freshHealth, ends, policy);
  expect(health.circuit).toEqual(closedCircuit);
  expect(disabled).toBeUndefined();
  expect(noteAttempts(health, [{ attemptClass: "rejected", at: 100 }], policy).disabled).toBe("failing");
});

test("410 disables the endpoint, whatever the other results", () => {
  const ends = [
    { attemptClass: "gone", at: 1 },
    { attemptClass: "delivered", at: 2 },
  ] as const;
  expect(noteAttempts(freshHealth, ends, policy).disabled).toBe("gone");
});

test("an aborted attempt changes nothing", () => {
  const { health } = noteAttempts(freshHealth, [{ attemptClass: "aborted", at: 1 }], policy);
  expect(health).toBe(freshHealth);
});

test("unchanged health returns the same object", () => {
  const { health } = noteAttempts(freshHealth, [{ attemptClass: "delivered", at: 1 }], policy);
  expect(health).toBe(freshHealth);
});

test("an endpoint is paused unless it is active, stays so, and its circuit is closed", () => {
  const opened = { circuit: { state: "open", until: 9, openings: 1 }, bucket: freshHealth.bucket } as const;
  expect(isHeldBack(true, { health: freshHealth })).toBe(false);
  expect(isHeldBack(false, { health: freshHealth })).toBe(true);
  expect(isHeldBack(true, { health: freshHealth, disabled: "gone" })).toBe(true);
  expect(isHeldBack(true, { health: opened })).toBe(true);
});
