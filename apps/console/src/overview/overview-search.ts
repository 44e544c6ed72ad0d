import { readChoice, readText, type UnreadSearch } from "../data/search.ts";
import type { Range } from "../deliveries/deliveries-search.ts";

/** The time ranges of the overview. */
export const overviewRanges = ["24h", "7d"] as const satisfies readonly Range[];

/** The search parameters of the overview. */
export interface OverviewSearch {
  /** Defaults to `24h`. */
  readonly range?: (typeof overviewRanges)[number] | undefined;
  /** The ID of a webhook endpoint, or of an installation for its integration. Defaults to all. */
  readonly endpoint?: string | undefined;
}

/** Parses the search parameters of the overview. */
export function readOverviewSearch({ range, endpoint }: UnreadSearch): OverviewSearch {
  return { range: readChoice(range, overviewRanges), endpoint: readText(endpoint) };
}
