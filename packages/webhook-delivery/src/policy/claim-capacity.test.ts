import { expect, test } from "vitest";
import { claimCapacity, meanBodyBytes } from "./claim-capacity.ts";

const mebibyte = 1024 * 1024;
const idle = { concurrency: 256, held: 0, unwritten: 0, bodyBytes: 1_000 };

test.each([
  ["an idle worker", idle, 1_536],
  ["less what it holds", { ...idle, held: 1_500 }, 36],
  ["none when it holds enough", { ...idle, held: 2_000 }, 0],
  ["less what is not written", { ...idle, unwritten: 2_000 }, 48],
  ["no more than fits into memory", { ...idle, bodyBytes: mebibyte }, 64],
  ["unwritten bodies are in memory too", { ...idle, bodyBytes: mebibyte, unwritten: 60 }, 4],
  ["one at least, however large", { ...idle, bodyBytes: 1_000 * mebibyte }, 1],
  ["few before any body is known", { ...idle, bodyBytes: undefined }, 64],
])("%s", (_title, load, capacity) => {
  expect(claimCapacity(load)).toBe(capacity);
});

test("the mean follows what is claimed", () => {
  expect(meanBodyBytes(undefined, [])).toBeUndefined();
  expect(meanBodyBytes(undefined, ["ab", "abcd"])).toBe(3);
  expect(meanBodyBytes(100, ["x".repeat(200)])).toBe(125);
  expect(meanBodyBytes(100, [])).toBe(100);
});
