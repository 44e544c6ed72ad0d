import type { CrashReport } from "@plugboard/webhook-delivery/testing";

const headings = [
  "suite",
  "strikes",
  "accepted",
  "lost",
  "in flight",
  "duplicates",
  "unexplained",
  "died",
] as const;

/** Formats reports as a Markdown table. */
export function formatCrashTable(reports: readonly CrashReport[]): string {
  const rows = reports.map(({ name, strikes, accepted, lost, inFlight, duplicates, unexplained, died }) =>
    [name, strikes, accepted, lost, inFlight, duplicates, unexplained, died].map(String),
  );
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(headings), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
