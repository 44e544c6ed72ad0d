import { readChoice, readText, type UnreadSearch } from "../data/search.ts";

/** The periods of the usage page in days. Usage is kept for 100 days, and events for 90 days by default. */
export const usagePeriods = ["7", "30", "90"] as const;

/** The search parameters of the usage page. */
export interface UsageSearch {
  /** Defaults to 30 days. */
  readonly days?: (typeof usagePeriods)[number] | undefined;
  /** The target of the charted deliveries: a webhook endpoint, or an installation for its integration. Defaults to all. */
  readonly endpoint?: string | undefined;
}

/** Parses the search parameters of the usage page. */
export function readUsageSearch({ days, endpoint }: UnreadSearch): UsageSearch {
  return { days: readChoice(String(days), usagePeriods), endpoint: readText(endpoint) };
}
