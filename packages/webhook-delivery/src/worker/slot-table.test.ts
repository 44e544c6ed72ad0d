import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { ClaimedDelivery } from "../store/delivery-queue.ts";
import type { Endpoint } from "../model/endpoint.ts";
import { createSqliteDeliveryStore } from "../sqlite.ts";
import { addEndpoint, addEvents, claim, manyIds } from "../testing/kit/store-kit.ts";
import { createSlotTable, type SlotTable } from "./slot-table.ts";

interface Work {
  readonly endpoint: Endpoint;
  readonly deliveries: readonly ClaimedDelivery[];
}

/** Deliveries to one endpoint of a tenant. */
async function createWork(tenant: string, count: number): Promise<Work> {
  const store = createSqliteDeliveryStore(new DatabaseSync(":memory:"));
  await store.migrate();
  const endpoint = await addEndpoint(store, { tenant });
  await addEvents(store, endpoint.id, manyIds("e", count));
  const { deliveries } = await claim(store, { limit: count, roomOf: () => count });
  return { endpoint, deliveries };
}

function createTable(concurrency: number, perEndpoint: number) {
  let now = 0;
  const table = createSlotTable({ concurrency, perEndpoint }, () => now);
  return { table, pass: (milliseconds: number) => void (now += milliseconds) };
}

function addAll(table: SlotTable, { deliveries, endpoint }: Work): void {
  for (const delivery of deliveries) table.add(delivery, endpoint);
}

/** Starts as many deliveries as possible and returns their endpoints. */
function startAll(table: SlotTable): string[] {
  const started: string[] = [];
  for (let turn = table.next(); turn !== undefined; turn = table.next()) started.push(turn.endpoint.id);
  return started;
}

/** Records a response time of an endpoint in the table. */
function teach(table: SlotTable, { endpoint, deliveries }: Work, milliseconds: number): void {
  const [delivery] = deliveries;
  if (delivery === undefined) throw new Error("expected a delivery to record");
  table.add(delivery, endpoint);
  table.next();
  table.noteEnd(endpoint.id, milliseconds);
  table.free(endpoint.id);
}

test("an endpoint starts with few slots, and gets its full share once it responds", async () => {
  const { table } = createTable(64, 8);
  const work = await createWork("a", 30);
  expect(table.roomOf(work.endpoint.id)).toBe(8);
  addAll(table, work);
  expect(startAll(table)).toHaveLength(4);
  table.noteEnd(work.endpoint.id, 15);
  table.free(work.endpoint.id);
  expect(startAll(table)).toHaveLength(5);
  expect(table.held).toBe(29);
});

test("remembers the speed of an endpoint while it has no deliveries", async () => {
  const { table } = createTable(64, 8);
  const work = await createWork("a", 30);
  teach(table, work, 15);
  expect(table.held).toBe(0);
  expect(table.roomOf(work.endpoint.id)).toBe(64);
  addAll(table, work);
  expect(table.roomOf(work.endpoint.id)).toBe(34);
  expect(startAll(table)).toHaveLength(8);
});

test("slow endpoints share half of the slots, however many there are", async () => {
  const { table } = createTable(16, 8);
  const slow = await Promise.all([1, 2].map(() => createWork("a", 20)));
  for (const work of slow) teach(table, work, 9_500);
  for (const work of slow) addAll(table, work);
  expect(startAll(table)).toHaveLength(8);
  const quick = await createWork("a", 20);
  teach(table, quick, 15);
  addAll(table, quick);
  expect(startAll(table)).toEqual(Array.from({ length: 6 }, () => quick.endpoint.id));
});

test("an endpoint that stops responding becomes slow", async () => {
  const { table, pass } = createTable(64, 8);
  const work = await createWork("a", 60);
  teach(table, work, 15);
  addAll(table, work);
  startAll(table);
  expect(table.roomOf("another")).toBe(8);
  pass(1_000);
  table.next();
  // Claiming deliveries ahead for it would be useless.
  table.withdraw(work.endpoint.id);
  expect(table.roomOf(work.endpoint.id)).toBe(0);
  table.noteEnd(work.endpoint.id, 15);
  expect(table.roomOf(work.endpoint.id)).toBe(56);
});

test("a tenant gets a slot immediately after another one has taken all it can", async () => {
  const { table } = createTable(16, 16);
  const greedy = await createWork("greedy", 40);
  teach(table, greedy, 15);
  addAll(table, greedy);
  expect(startAll(table)).toHaveLength(14);
  const late = await createWork("late", 5);
  addAll(table, late);
  expect(startAll(table)).toEqual([late.endpoint.id]);
});

test("tenants take turns, however many endpoints they have", async () => {
  const { table } = createTable(4, 4);
  const many = await Promise.all(manyIds("e", 4).map(() => createWork("many", 10)));
  const one = await createWork("one", 10);
  for (const work of [...many, one]) teach(table, work, 15);
  for (const work of [...many, one]) addAll(table, work);
  const started = startAll(table);
  expect(started.filter((id) => id === one.endpoint.id)).toHaveLength(2);
});

test("a freed slot goes to the next in turn", async () => {
  const { table } = createTable(2, 2);
  const works = await Promise.all([1, 2, 3].map(() => createWork("a", 10)));
  for (const work of works) addAll(table, work);
  const ids = works.map(({ endpoint }) => endpoint.id);
  expect(startAll(table)).toEqual(ids.slice(0, 2));
  table.free(ids[0] ?? "");
  expect(startAll(table)).toEqual(ids.slice(2));
});

test("forgets withdrawn deliveries, but not those with a slot", async () => {
  const { table } = createTable(64, 4);
  const work = await createWork("a", 10);
  addAll(table, work);
  startAll(table);
  expect(table.withdraw(work.endpoint.id)).toHaveLength(6);
  expect(table.withdraw(work.endpoint.id)).toEqual([]);
  expect(table.held).toBe(4);
  expect(table.isStarved(work.endpoint.id)).toBe(false);
  table.free(work.endpoint.id);
  expect(table.isStarved(work.endpoint.id)).toBe(true);
});
