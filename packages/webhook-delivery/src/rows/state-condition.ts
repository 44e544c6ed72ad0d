import type { DeliveryState } from "../model/delivery.ts";

const conditions: Readonly<Record<DeliveryState, string>> = {
  scheduled: "d.state = 'scheduled'",
  waiting: "d.state = 'waiting'",
  sending: "d.state = 'sending'",
  delivered: "d.state = 'delivered'",
  failed: "d.state = 'failed'",
};

/**
 * The SQL condition that a delivery, named `d`, is in one of these states. Each is spelled out and not passed as a value, so
 * that a database can tell that its index of failed deliveries serves.
 */
export function stateCondition(states: readonly DeliveryState[]): string {
  return `(${states.map((state) => conditions[state]).join(" OR ") || "FALSE"})`;
}
