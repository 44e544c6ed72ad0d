import type { EventInput, PublishInput } from "../model/event-input.ts";
import { checkPublish } from "../queue/check-event.ts";
import { text } from "../rows/columns.ts";
import type { SqliteSession } from "./session.ts";

const selectSubscribers = `
  SELECT id FROM webhook_endpoints
  WHERE tenant = ? AND id IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(event_types) WHERE value = ?)
  ORDER BY seq`;

/** Addresses events to the endpoints of their tenants that subscribe to their types. */
export function addSubscribers({ prepare }: SqliteSession, events: readonly PublishInput[]): EventInput[] {
  return events.map((input) => {
    checkPublish(input);
    const { tenant = "", ...event } = input;
    const endpointIds = prepare(selectSubscribers)
      .all(tenant, event.type)
      .map((row) => text(row, "id"));
    return { ...event, endpointIds };
  });
}
