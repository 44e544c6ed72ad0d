import type { StrikeReport } from "./crash-suites.ts";

type Column = readonly [heading: string, read: (report: StrikeReport) => string | number];

const columns: readonly Column[] = [
  ["suite", ({ name }) => name],
  ["strikes", ({ strikes }) => strikes],
  ["accepted", ({ accepted }) => accepted],
  ["lost", ({ lost }) => lost],
  ["in flight", ({ inFlight }) => inFlight],
  ["duplicates", ({ duplicates }) => duplicates],
  ["unexplained", ({ unexplained }) => unexplained],
  ["died", ({ died }) => died],
  ["polled", ({ polled }) => polled],
  ["problems", ({ problems }) => problems.length],
];

/** Formats reports as a Markdown table. */
export function formatCrashTable(reports: readonly StrikeReport[]): string {
  const rows = reports.map((report) => columns.map(([, read]) => String(read(report))));
  const widths = columns.map(([heading], column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [
    line(columns.map(([heading]) => heading)),
    line(widths.map((width) => "-".repeat(width))),
    ...rows.map(line),
  ].join("\n");
}
