import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Endpoint } from "../model/endpoint.ts";
import type { ClaimedDelivery } from "../store/delivery-queue.ts";
import { createAttemptRunner } from "./attempt-runner.ts";
import { createWorkerTelemetry } from "./telemetry.ts";

test("starts the attempts of a large claim over several turns of the event loop", async () => {
  let started = 0;
  const runner = createAttemptRunner({
    send: async () => {
      started += 1;
      return await new Promise(() => {});
    },
    retryPolicy: { delaysMilliseconds: [], jitter: 0, maxRetryAfterMilliseconds: 0 },
    concurrency: 100,
    perEndpoint: 100,
    now: () => 1,
    random: () => 0,
    telemetry: createWorkerTelemetry(),
    finished: () => {},
  });
  const toEndpoint = (id: string): Endpoint => ({
    id,
    tenant: id,
    fairnessGroup: id,
    url: "https://a.example.com",
    secrets: [],
    eventTypes: [],
    kind: "webhook",
    metadata: {},
    status: "active",
    holds: [],
    circuit: { state: "closed", failures: 0 },
    createdAt: 0,
    updatedAt: 0,
  });
  const deliveries = Array.from(
    { length: 40 },
    (_, index): ClaimedDelivery => ({
      id: `dlv_${index}`,
      eventId: "e",
      eventType: "t",
      body: "{}",
      metadata: {},
      endpointId: `a${index}`,
      attempt: 1,
      scheduledAttempt: 1,
      resends: 0,
      createdAt: 0,
      dueAt: 0,
      fence: 1,
    }),
  );
  const endpoints = new Map(deliveries.map(({ endpointId: id }) => [id, toEndpoint(id)]));
  runner.run({ deliveries, endpoints, more: "none" });
  const counts = [started];
  for (let turn = 0; turn < 4; turn += 1) {
    await nextTurn();
    counts.push(started);
  }
  expect(counts).toEqual([0, 16, 32, 40, 40]);
});
