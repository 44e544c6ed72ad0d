import type { EventBase } from "./webhook-event.ts";

/**
 * The name of a type of event that an organization defines itself: words of lower-case letters, digits, `_` and `-`, with a dot
 * between them, as in `invoice.paid`. The platform's own types have no dot, so that none is ever both.
 */
export type CustomEventType = `${string}.${string}`;

/** An event of a type that an organization defined, as it is sent to a webhook URL. */
export interface CustomEvent extends EventBase {
  readonly type: CustomEventType;
  /** What the organization's product said about it. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Whether a type of event is one that organizations define themselves, by its name.
 *
 * @example
 * import { isCustomEventType } from "@plugboard/api";
 *
 * console.log(isCustomEventType("invoice.paid"), isCustomEventType("page_feedback")); // true false
 */
export function isCustomEventType(type: string): type is CustomEventType {
  return type.includes(".");
}
