import { type BenchRow, type BenchTable, isBarMet } from "./bench-table.ts";

interface Column {
  readonly title: string;
  readonly cell: (row: BenchRow) => string;
  /** Numbers are right-aligned. */
  readonly atRight?: boolean;
}

const columns: readonly Column[] = [
  { title: "", cell: ({ name }) => name },
  { title: "measured", cell: ({ value, unit }) => `${formatNumber(value)} ${unit}`, atRight: true },
  { title: "ratio", cell: ({ ratio }) => (ratio === undefined ? "" : ratio.toFixed(2)), atRight: true },
  { title: "bar", cell: formatBar },
  { title: "met", cell: formatMet },
];

/** Formats a table as aligned text below its title. */
export function formatTable({ title, rows }: BenchTable): string {
  const lines = [
    columns.map((column) => column.title),
    ...rows.map((row) => columns.map(({ cell }) => cell(row))),
  ];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  const aligned = lines.map((line) =>
    line
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        return columns[index]?.atRight === true ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd(),
  );
  return [title, ...aligned.map((line) => `  ${line}`)].join("\n");
}

function formatBar({ bar }: BenchRow): string {
  if (bar === undefined) return "";
  const { relation, limit, note } = bar;
  return `${relation} ${formatNumber(limit)}${note === undefined ? "" : ` (${note})`}`;
}

function formatMet(row: BenchRow): string {
  const met = isBarMet(row);
  if (met === undefined) return "";
  return met ? "yes" : "NO";
}

/** Three significant digits; whole numbers from 100. */
function formatNumber(value: number): string {
  const digits = Math.abs(value) < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 };
  return value.toLocaleString("en", digits);
}
