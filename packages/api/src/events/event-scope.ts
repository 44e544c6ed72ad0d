import { isCustomEventType } from "./custom-event.ts";
import type { Scope } from "../vocabulary/scope.ts";

/**
 * Returns the scope required to receive an event of the platform or a custom event (docs/conformance.md#event-scopes);
 * `undefined` if none is required. The contract of a product has the scopes of its events.
 *
 * @example
 * import { scopeOfEvent } from "@plugboard/api";
 *
 * console.log(scopeOfEvent("invoice.paid"), scopeOfEvent("task")); // "organization:events:read" undefined
 */
export function scopeOfEvent(type: string): Scope | undefined {
  return isCustomEventType(type) ? "organization:events:read" : undefined;
}
