import { readChoice, type UnreadSearch } from "../data/search.ts";

/** The periods of the usage page in days. Usage is kept for 100 days, and events for 90 days by default. */
export const usagePeriods = ["7", "30", "90"] as const;

/** The search parameters of the usage page. */
export interface UsageSearch {
  /** Defaults to 30 days. */
  readonly days?: (typeof usagePeriods)[number] | undefined;
}

/** Parses the search parameters of the usage page. */
export function readUsageSearch({ days }: UnreadSearch): UsageSearch {
  return { days: readChoice(String(days), usagePeriods) };
}
