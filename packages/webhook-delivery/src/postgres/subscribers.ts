import type { EventInput, PublishInput } from "../model/event-input.ts";
import { checkPublish } from "../queue/check-event.ts";
import { text } from "../rows/columns.ts";
import type { Query } from "./session.ts";

const selectSubscribers = `
  SELECT given.tenant, given.type, e.id
  FROM (SELECT DISTINCT tenant, type FROM unnest($1::text[], $2::text[]) AS published (tenant, type)) AS given
  JOIN webhooks.endpoints AS e ON e.tenant = given.tenant AND e.id IS NOT NULL AND e.event_types::jsonb ? given.type
  ORDER BY e.seq`;

/** Addresses events to the endpoints of their tenants that subscribe to their types. */
export async function addSubscribers(query: Query, events: readonly PublishInput[]): Promise<EventInput[]> {
  for (const event of events) checkPublish(event);
  const rows = await query(selectSubscribers, [
    events.map(({ tenant = "" }) => tenant),
    events.map(({ type }) => type),
  ]);
  const subscribers = Map.groupBy(rows, (row) => keyOf(text(row, "tenant"), text(row, "type")));
  return events.map(({ tenant = "", ...event }) => {
    const found = subscribers.get(keyOf(tenant, event.type)) ?? [];
    return { ...event, endpointIds: found.map((row) => text(row, "id")) };
  });
}

// Neither has NUL.
function keyOf(tenant: string, type: string): string {
  return `${tenant}\0${type}`;
}
