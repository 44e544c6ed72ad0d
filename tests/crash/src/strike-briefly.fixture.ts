import type { StrikeReport } from "./crash-suites.ts";
import { formatCrashTable } from "./format-crash-table.ts";

const strikes = 3;

/** The report of a suite in its short form, with the conditions that every run must meet. */
export interface BriefReport extends StrikeReport {
  readonly hasAccepted: boolean;
  /** Whether there are no more duplicates than deliveries in flight. */
  readonly repeatsOnlyInFlight: boolean;
}

/** The expected part of every brief report. */
export const nothingLost: Partial<BriefReport> = {
  strikes,
  lost: 0,
  unexplained: 0,
  died: 0,
  problems: [],
  hasAccepted: true,
  repeatsOnlyInFlight: true,
};

/** Runs a suite with few strikes, and prints its results. */
export async function strikeBriefly(run: (strikes: number) => Promise<StrikeReport>): Promise<BriefReport> {
  const report = await run(strikes);
  console.log(formatCrashTable([report]));
  const { accepted, duplicates, inFlight } = report;
  return { ...report, hasAccepted: accepted > 0, repeatsOnlyInFlight: duplicates <= inFlight };
}
