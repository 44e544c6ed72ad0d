import { readChoice, readText, readTime, type UnreadSearch } from "../data/search.ts";

/** Log levels, lowest first. */
export const levels = ["debug", "info", "warn", "error"] as const;

/** Kinds of log lines: output of the integration, or calls to it. */
export const kinds = ["log", "dispatch"] as const;

/** The search parameters of the logs page. */
export interface LogsSearch {
  readonly integration?: string | undefined;
  readonly level?: (typeof levels)[number] | undefined;
  readonly kind?: (typeof kinds)[number] | undefined;
  /** Text that a line contains. */
  readonly text?: string | undefined;
  /** ISO 8601 times. */
  readonly since?: string | undefined;
  readonly before?: string | undefined;
}

/** Parses the search parameters of the logs page. */
export function readLogsSearch({ integration, level, kind, text, since, before }: UnreadSearch): LogsSearch {
  return {
    integration: readText(integration),
    level: readChoice(level, levels),
    kind: readChoice(kind, kinds),
    text: readText(text),
    since: readTime(since),
    before: readTime(before),
  };
}
