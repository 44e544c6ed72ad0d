import { expect, test } from "vitest";
import { formatTable } from "./format-table.ts";

test("aligns columns and reports whether each bar is met", () => {
  const table = formatTable({
    title: "Send a letter",
    rows: [
      { name: "by hand", value: 1_234_567.8, unit: "ns", ratio: 1 },
      { name: "by post", value: 98.765, unit: "ns", ratio: 1.25, bar: { relation: "≤", limit: 1.25 } },
      {
        name: "by pigeon",
        value: 5,
        unit: "ns",
        ratio: 2.004,
        bar: { relation: "≥", limit: 2.5, note: "2 × by post" },
      },
    ],
  });
  expect(table.split("\n")).toEqual([
    "Send a letter",
    "                 measured  ratio  bar                  met",
    "  by hand    1,234,568 ns   1.00",
    "  by post         98.8 ns   1.25  ≤ 1.25               yes",
    "  by pigeon          5 ns   2.00  ≥ 2.5 (2 × by post)  NO",
  ]);
});

test("compares a bar with the value if there is no ratio, and a missing number never meets one", () => {
  const table = formatTable({
    title: "Weigh a letter",
    rows: [
      { name: "paper", value: 119, unit: "g", bar: { relation: "≤", limit: 120 } },
      { name: "stone", value: 121, unit: "g", bar: { relation: "≤", limit: 120 } },
      { name: "air", value: 1, unit: "g", ratio: Number.NaN, bar: { relation: "≤", limit: 120 } },
    ],
  });
  expect(table.match(/yes|NO/g)).toEqual(["yes", "NO", "NO"]);
});
