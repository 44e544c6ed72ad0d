import { readChoice, readText, readTime, type UnreadSearch } from "../data/search.ts";
import { type Range, rangeNames } from "../deliveries/deliveries-search.ts";

/** The search parameters of the event list. */
export interface EventsSearch {
  readonly type?: string | undefined;
  /** The ID of an installation that receives the events. */
  readonly installation?: string | undefined;
  /** Text that the payload contains. */
  readonly text?: string | undefined;
  /** Defaults to any time. */
  readonly range?: Range | undefined;
  /** ISO 8601 time; replaces the range, together with `before`. */
  readonly since?: string | undefined;
  readonly before?: string | undefined;
  readonly cursor?: string | undefined;
  /** The ID of the open event. */
  readonly event?: string | undefined;
}

/** Parses the search parameters of the event list. */
export function readEventsSearch(search: UnreadSearch): EventsSearch {
  return {
    type: readText(search["type"]),
    installation: readText(search["installation"]),
    text: readText(search["text"]),
    range: readChoice(search["range"], rangeNames),
    since: readTime(search["since"]),
    before: readTime(search["before"]),
    cursor: readText(search["cursor"]),
    event: readText(search["event"]),
  };
}
