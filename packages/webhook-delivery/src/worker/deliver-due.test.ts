import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createSqliteDeliveryStore } from "../sqlite.ts";
import { deliverDue } from "./deliver-due.ts";
import type { Send } from "./delivery-worker-options.ts";

const respond =
  (status: number): Send =>
  async () => ({ startedAt: 0, status, requestHeaders: {}, timings: { total: 0 } });

async function setUp() {
  let time = Date.UTC(2026, 0, 1);
  const now = () => time;
  const store = createSqliteDeliveryStore(new DatabaseSync(":memory:"), { now });
  await store.migrate();
  const { id } = await store.createEndpoint({
    url: "https://hooks.example/in",
    eventTypes: ["a"],
    secrets: ["whsec_1"],
  });
  const enqueue = (eventId: string, dueAt = time) =>
    store.enqueue([{ id: eventId, type: "a", body: "{}", endpointIds: [id], dueAt }]);
  const states = async () =>
    (await store.listDeliveries()).items.map(({ eventId, state }) => [eventId, state]);
  return { store, now, enqueue, states, pass: (milliseconds: number) => (time += milliseconds) };
}

test("sends only due deliveries", async () => {
  const { store, now, enqueue, states } = await setUp();
  for (const id of ["e1", "e2", "e3"]) await enqueue(id);
  await enqueue("later", now() + 60_000);
  expect(await deliverDue({ store, now, send: respond(200), concurrency: 1 })).toBe(3);
  expect(await states()).toEqual([
    ["later", "scheduled"],
    ["e3", "delivered"],
    ["e2", "delivered"],
    ["e1", "delivered"],
  ]);
  expect(await deliverDue({ store, now, send: respond(200) })).toBe(0);
});

test("reschedules failed deliveries and resends them when they are due", async () => {
  const { store, now, enqueue, states, pass } = await setUp();
  await enqueue("e1");
  expect(await deliverDue({ store, now, send: respond(500), random: () => 0 })).toBe(1);
  expect(await states()).toEqual([["e1", "scheduled"]]);
  pass(1000);
  expect(await deliverDue({ store, now, send: respond(204) })).toBe(1);
  expect(await states()).toEqual([["e1", "delivered"]]);
});
