import assert from "node:assert/strict";
import type {
  AttemptRecord,
  Claim,
  ClaimedDelivery,
  ClaimRequest,
  Recorded,
} from "../../store/delivery-queue.ts";
import type { DeliveryStore, SecretBox } from "../../store/delivery-store.ts";
import type { Delivery } from "../../model/delivery.ts";
import type { Endpoint, EndpointInput } from "../../model/endpoint.ts";
import type { EventInput } from "../../model/event-input.ts";
import { type CircuitPolicy, defaultCircuitPolicy } from "../../policy/circuit-breaker.ts";
import type { Outcome } from "../../policy/decide-outcome.ts";
import type { AttemptResult } from "../../model/attempt-result.ts";
import type { TestClock } from "./test-clock.ts";

export const second = 1_000;
export const day: number = 86_400 * second;
export const leaseMilliseconds: number = 30 * second;

/** Opens at the third consecutive failure, for ten seconds. */
export const quickCircuit: CircuitPolicy = { ...defaultCircuitPolicy, failureThreshold: 3 };

/** Encodes text without encrypting it. */
export const base64Box: SecretBox = {
  encrypt: (text) => Buffer.from(text).toString("base64"),
  decrypt: (text) => Buffer.from(text, "base64").toString(),
};

/** Returns a copy without `undefined` properties, which stores can set or omit. */
export function withoutAbsent(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** Creates an endpoint with defaults. */
export function addEndpoint(store: DeliveryStore, input: Partial<EndpointInput> = {}): Promise<Endpoint> {
  return store.createEndpoint({
    url: "https://hooks.example.com/in",
    eventTypes: ["invoice.paid"],
    secrets: ["whsec_c2VjcmV0"],
    ...input,
  });
}

/** Enqueues events with these IDs for one endpoint. */
export async function addEvents(
  store: DeliveryStore,
  endpointId: string,
  ids: readonly string[],
  parts: Partial<EventInput> = {},
): Promise<string[]> {
  const enqueued = await store.enqueue(
    ids.map((id) => ({
      id,
      type: "invoice.paid",
      body: JSON.stringify({ eventId: id }),
      endpointIds: [endpointId],
      ...parts,
    })),
  );
  return enqueued.flatMap(({ deliveries }) => deliveries.map(({ id }) => id));
}

/** Returns `count` IDs that begin with a letter. */
export function manyIds(letter: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
}

/** Claims, under a new lease by default. */
export async function claim(store: DeliveryStore, request: Partial<ClaimRequest> = {}): Promise<Claim> {
  const leaseId = request.leaseId ?? (await store.openLease(leaseMilliseconds));
  return store.claim({
    limit: 100,
    roomOf: () => 100,
    circuitPolicy: quickCircuit,
    ...request,
    leaseId,
  });
}

/** Claims and expects exactly one delivery. */
export async function claimOne(
  store: DeliveryStore,
  request: Partial<ClaimRequest> = {},
): Promise<ClaimedDelivery> {
  const { deliveries } = await claim(store, request);
  const [delivery] = deliveries;
  assert(delivery !== undefined, "expected a due delivery");
  assert.equal(deliveries.length, 1, "expected exactly one due delivery");
  return delivery;
}

/** Returns the event IDs of a claim in alphabetical order. */
export function eventIds({ deliveries }: Pick<Claim, "deliveries">): string[] {
  return deliveries.map(({ eventId }) => eventId).toSorted();
}

/** Returns the result of an attempt with this status or error code. */
export function resultOf(end: number | AttemptResult["errorCode"], startedAt: number): AttemptResult {
  const how = typeof end === "number" ? { status: end } : end === undefined ? {} : { errorCode: end };
  return {
    startedAt,
    ...how,
    requestHeaders: { "content-type": "application/json" },
    timings: { total: 12 },
  };
}

/** The end of an attempt and its outcome. */
export interface RecordedEnd {
  readonly end: number | AttemptResult["errorCode"];
  readonly outcome: Outcome;
}

/** Records the same end for several deliveries. Returns the rejected ones. */
export async function record(
  store: DeliveryStore,
  clock: TestClock,
  deliveries: readonly ClaimedDelivery[],
  end: RecordedEnd,
): Promise<readonly string[]> {
  return (await recordFully(store, clock, deliveries, end)).refused;
}

/** Like `record`, but returns the store's whole result. */
export function recordFully(
  store: DeliveryStore,
  clock: TestClock,
  deliveries: readonly ClaimedDelivery[],
  { end, outcome }: RecordedEnd,
): Promise<Recorded> {
  const records: AttemptRecord[] = deliveries.map((delivery) => ({
    delivery,
    result: resultOf(end, clock.now()),
    outcome,
  }));
  return store.recordAttempts({ records, circuitPolicy: quickCircuit, disableAfterMilliseconds: 5 * day });
}

export const success: RecordedEnd = { end: 200, outcome: { state: "delivered" } };
export const refusal: RecordedEnd = { end: 400, outcome: { state: "failed", reason: "rejected" } };
export const exhaustion: RecordedEnd = { end: 500, outcome: { state: "failed", reason: "exhausted" } };
export const departure: RecordedEnd = { end: 410, outcome: { state: "failed", reason: "gone" } };

/** Returns a failure that is retried at a time (Unix time, ms). */
export function retryAt(at: number): RecordedEnd {
  return { end: 503, outcome: { state: "scheduled", at } };
}

/** Reads a delivery that must exist. */
export async function read(store: DeliveryStore, id: string | undefined): Promise<Delivery> {
  const delivery = await store.getDelivery(id ?? "");
  assert(delivery !== undefined, `delivery ${id} exists`);
  return delivery;
}

/** Expects a call to reject with a code. */
export function refuses(call: Promise<unknown>, code: string): Promise<void> {
  return assert.rejects(call, { name: "DeliveryError", code });
}
