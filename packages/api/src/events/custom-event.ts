import type { EventBase } from "./event-base.ts";

/**
 * The type of a received event that an organization defined, such as `invoice.paid`. The dot distinguishes it
 * from built-in types, so that checking `type` narrows an event. Requests accept any string.
 */
export type CustomEventType = `${string}.${string}`;

/** A custom event, as sent to a webhook URL. */
export interface CustomEvent extends EventBase {
  readonly type: CustomEventType;
  /** The event's data from the organization's product. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Returns whether an event type is custom, judging by its name.
 *
 * @example
 * import { isCustomEventType } from "@plugboard/api";
 *
 * console.log(isCustomEventType("invoice.paid"), isCustomEventType("issue_opened")); // true false
 */
export function isCustomEventType(type: string): type is CustomEventType {
  return type.includes(".");
}
