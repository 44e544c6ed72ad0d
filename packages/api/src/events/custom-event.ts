import type { EventBase } from "./webhook-event.ts";

/**
 * The type of a received event that an organization defined, such as `invoice.paid`. The dot tells it from built-in types, so
 * that a check of `type` narrows an event. Requests take any string.
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
