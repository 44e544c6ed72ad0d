import { readChoice, readText, type UnreadSearch } from "../data/search.ts";

/** How much a line of a log matters, least first. */
export const levels = ["debug", "info", "warn", "error"] as const;

/** What a line of a log is: something that was written, or a call. */
export const kinds = ["log", "dispatch"] as const;

/** What the address says about logs. */
export interface LogsSearch {
  readonly integration?: string | undefined;
  readonly level?: (typeof levels)[number] | undefined;
  readonly kind?: (typeof kinds)[number] | undefined;
}

/** Reads what an address says about logs. */
export function readLogsSearch({ integration, level, kind }: UnreadSearch): LogsSearch {
  return {
    integration: readText(integration),
    level: readChoice(level, levels),
    kind: readChoice(kind, kinds),
  };
}
