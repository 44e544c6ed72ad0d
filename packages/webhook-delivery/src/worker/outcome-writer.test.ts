import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import type { AttemptRecord } from "../store/delivery-queue.ts";
import { resultOf, success } from "../testing/kit/store-kit.ts";
import { createOutcomeWriter, type OutcomeWriterOptions } from "./outcome-writer.ts";

const never = 60_000;

function recordOf(id: string): AttemptRecord {
  const delivery = {
    id,
    eventId: id,
    eventType: "invoice.paid",
    body: "{}",
    metadata: {},
    endpointId: "docs",
    attempt: 1,
    scheduledAttempt: 1,
    resends: 0,
    createdAt: 0,
    dueAt: 0,
    fence: 1,
  };
  return { delivery, result: resultOf(200, 0), outcome: success.outcome };
}

function createWriter(options: Partial<OutcomeWriterOptions> = {}) {
  const batches: string[][] = [];
  const writer = createOutcomeWriter({
    write: async (records) => void batches.push(records.map(({ delivery }) => delivery.id)),
    written: () => {},
    batch: 3,
    lingerMilliseconds: { min: never, max: never },
    onError: () => {},
    ...options,
  });
  return { writer, batches };
}

test("writes a full batch immediately, and the rest after the linger time", async () => {
  const { writer, batches } = createWriter({ lingerMilliseconds: { min: 5, max: 5 } });
  for (const id of ["a", "b", "c", "d"]) writer.add(recordOf(id), false);
  expect(writer.unwritten).toBe(4);
  while (writer.unwritten > 0) await delay(1);
  expect(batches).toEqual([["a", "b", "c"], ["d"]]);
});

test("writes an urgent record immediately, with those before it", async () => {
  const { writer, batches } = createWriter();
  writer.add(recordOf("a"), false);
  writer.add(recordOf("b"), true);
  await writer.drain();
  expect(batches).toEqual([["a", "b"]]);
});

test("records added during a write go into the next batches", async () => {
  const gate = Promise.withResolvers<void>();
  const batches: string[][] = [];
  const { writer } = createWriter({
    async write(records) {
      batches.push(records.map(({ delivery }) => delivery.id));
      await gate.promise;
    },
  });
  for (const id of ["a", "b", "c", "d", "e", "f", "g"]) writer.add(recordOf(id), false);
  gate.resolve();
  await writer.drain();
  expect(batches).toEqual([["a", "b", "c"], ["d", "e", "f"], ["g"]]);
});

test("less than a batch waits for the linger time after a write", async () => {
  const { writer, batches } = createWriter({ lingerMilliseconds: { min: 5, max: 5 } });
  for (const id of ["a", "b", "c", "d", "e"]) writer.add(recordOf(id), false);
  await delay(0);
  writer.add(recordOf("f"), false);
  while (writer.unwritten > 0) await delay(1);
  expect(batches).toEqual([
    ["a", "b", "c"],
    ["d", "e", "f"],
  ]);
});

test("records left by a full batch are written without another record", async () => {
  const { writer, batches } = createWriter({ lingerMilliseconds: { min: 5, max: 5 } });
  for (const id of ["a", "b", "c", "d"]) writer.add(recordOf(id), false);
  while (writer.unwritten > 0) await delay(1);
  expect(batches).toEqual([["a", "b", "c"], ["d"]]);
});

test("an urgent record behind a full batch is written right after it", async () => {
  const gate = Promise.withResolvers<void>();
  const batches: string[][] = [];
  const { writer } = createWriter({
    async write(records) {
      batches.push(records.map(({ delivery }) => delivery.id));
      await gate.promise;
    },
  });
  for (const id of ["a", "b", "c", "d", "e", "f"]) writer.add(recordOf(id), false);
  writer.add(recordOf("g"), true);
  gate.resolve();
  while (writer.unwritten > 0) await delay(1);
  expect(batches).toEqual([["a", "b", "c"], ["d", "e", "f"], ["g"]]);
});

test("keeps and retries failed writes, until it gives up", async () => {
  const errors: unknown[] = [];
  const tries: number[] = [];
  const { writer } = createWriter({
    async write() {
      tries.push(1);
      throw new Error("disk full");
    },
    onError: (error) => errors.push(error),
  });
  for (const id of ["a", "b", "c"]) writer.add(recordOf(id), false);
  while (tries.length < 2) await delay(5);
  expect(writer.unwritten).toBe(3);
  writer.giveUp();
  await writer.drain();
  expect(tries).toHaveLength(errors.length);
});
