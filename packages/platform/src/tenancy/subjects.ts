import { inList } from "../database/in-list.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { deleteEvents } from "../events/event-usage.ts";
import { type EventPage, listEvents, type StoredEvent } from "../events/list-events.ts";
import { eventIdFor } from "../events/received-event.ts";

const batch = 100;

/**
 * Returns the events about a person in an organization, newest first.
 *
 * @throws PlatformError `invalid_request` for a malformed cursor
 *
 * @example
 * import type { Platform } from "@plugboard/platform";
 * import { listSubjectEvents } from "@plugboard/platform/product";
 *
 * declare const platform: Platform;
 * const { items } = await listSubjectEvents(platform, "org_1", "4f1c", { limit: 20 });
 * console.log(items.length);
 */
export async function listSubjectEvents(
  context: PlatformContext,
  organizationId: string,
  subjectId: string,
  query: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<EventPage<StoredEvent>> {
  return await listEvents(context, { ...query, organizations: [organizationId], subjectId });
}

/**
 * Deletes the events about a person in an organization, with their deliveries and sent payloads. Data already
 * received by integrations and webhook endpoints is not affected.
 *
 * @returns the number of deleted events
 *
 * @example
 * import type { Platform } from "@plugboard/platform";
 * import { eraseSubject } from "@plugboard/platform/product";
 *
 * declare const platform: Platform;
 * console.log(await eraseSubject(platform, "org_1", "4f1c"));
 */
export async function eraseSubject(
  context: PlatformContext,
  organizationId: string,
  subjectId: string,
): Promise<number> {
  let erased = 0;
  for (;;) {
    const { items } = await listSubjectEvents(context, organizationId, subjectId, { limit: batch });
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
