/** The result of an attack. */
export interface AttackReport {
  readonly name: string;
  /** The number of attempts. */
  readonly cases: number;
  /** Successful attempts and failures, one line each. */
  readonly breaches: readonly string[];
  /** Additional measurements as short text. */
  readonly figures?: string | undefined;
}

const headings = ["attack", "cases", "breaches", "figures"] as const;

/** Formats reports as a Markdown table. */
export function formatReports(reports: readonly AttackReport[]): string {
  const rows = reports.map(({ name, cases, breaches, figures = "" }) => [
    name,
    String(cases),
    String(breaches.length),
    figures,
  ]);
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(headings), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
