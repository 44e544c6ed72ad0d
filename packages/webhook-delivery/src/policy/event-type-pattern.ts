/** Returns the subscriptions that include an event type: its name, and the wildcard of each of its prefixes. */
export function subscriptionsTo(type: string): readonly string[] {
  const words = type.split(".");
  const wildcards = words.slice(1).map((_, index) => `${words.slice(0, index + 1).join(".")}.*`);
  return [type, ...wildcards];
}

/**
 * Returns whether a list of event types includes a type, by name or by a wildcard such as `invoice.*`.
 *
 * @example
 * import { matchesEventType } from "@plugboard/webhook-delivery";
 *
 * console.log(matchesEventType(["invoice.*"], "invoice.paid"), matchesEventType(["invoice.*"], "invoice")); // true false
 */
export function matchesEventType(eventTypes: readonly string[], type: string): boolean {
  return subscriptionsTo(type).some((subscription) => eventTypes.includes(subscription));
}
