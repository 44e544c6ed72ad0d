import { inList } from "../database/in-list.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { deleteEvents } from "../events/event-usage.ts";
import { type EventPage, listEvents, type StoredEvent } from "../events/list-events.ts";
import { eventIdFor } from "../events/received-event.ts";

const batch = 100;

/**
 * Returns a visitor's events in an organization by the visitor's anonymous id, newest first.
 *
 * @throws PlatformError `invalid_request` for a malformed cursor
 */
export async function listVisitorEvents(
  context: PlatformContext,
  organizationId: string,
  visitorId: string,
  query: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<EventPage<StoredEvent>> {
  return await listEvents(context, { ...query, organizations: [organizationId], visitorId });
}

/**
 * Deletes a visitor's data in an organization: events, deliveries and sent payloads. Data already received by
 * integrations and webhook endpoints is not affected.
 *
 * @returns the number of deleted events
 */
export async function eraseVisitor(
  context: PlatformContext,
  organizationId: string,
  visitorId: string,
): Promise<number> {
  let erased = 0;
  for (;;) {
    const { items } = await listVisitorEvents(context, organizationId, visitorId, { limit: batch });
    if (items.length === 0) break;
    for (const event of items) await eraseDeliveries(context, event);
    await removeEvents(context, items);
    erased += items.length;
  }
  await context.compact();
  return erased;
}

async function eraseDeliveries({ deliveries }: PlatformContext, event: StoredEvent): Promise<void> {
  const keys = (event.recipients ?? []).map((tenant) => ({ tenant, id: eventIdFor(event, tenant) }));
  for (const { tenant, id: eventId } of keys) {
    const { items } = await deliveries.listDeliveries({ tenant, eventId });
    for (const { id, state } of items)
      if (state !== "delivered" && state !== "failed") await deliveries.cancelDelivery(id);
  }
  await deliveries.removeEvents(keys);
}

async function removeEvents({ db }: PlatformContext, events: readonly StoredEvent[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom("events")
      .select("position")
      .where("id", "in", inList(events.map(({ id }) => id)))
      .execute();
    await deleteEvents(
      transaction,
      rows.map(({ position }) => position),
    );
  });
}
