import { expect, it } from "vitest";
import { formatBytes, formatDuration } from "./format.ts";

it.each([
  [840, "840 ms"],
  [1240, "1.2 s"],
  [119_900, "2 min 0 s"],
  [3_599_900, "1 h 0 min"],
])("formats %d ms", (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

it.each([
  [512, "512 byte"],
  [3_400_000, "3.4 MB"],
  [1_000_000_000, "1 GB"],
])("formats %d bytes", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
