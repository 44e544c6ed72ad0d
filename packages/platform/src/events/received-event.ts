import type { Selectable } from "kysely";
import type { EventTable } from "../database/tables.ts";
import { readObject } from "../common/json.ts";

/** An event as received by one installation. */
export interface ReceivedEvent extends Readonly<Record<string, unknown>> {
  readonly eventId: string;
  readonly type: string;
  readonly installationId: string;
}

/** Converts a stored event to the event that an installation receives. */
export function toReceivedEvent(
  row: Pick<Selectable<EventTable>, "id" | "type" | "installation_id" | "payload">,
  installationId: string,
): ReceivedEvent {
  const eventId = eventIdFor({ id: row.id, installationId: row.installation_id }, installationId);
  const facts = { eventId, type: row.type, installationId };
  // First and last: they are the first fields of the body, and a product's fields can't replace them.
  return { ...facts, ...readObject(row.payload), ...facts };
}

/**
 * Returns an event's id for one installation. Events with several recipients have one row, but each recipient
 * gets its own id, since receivers de-duplicate by it and one URL can serve several installations. It is
 * derived, so that repeating fan-out after a crash creates no second event.
 */
export function eventIdFor(
  event: { readonly id: string; readonly installationId?: string | null | undefined },
  installationId: string,
): string {
  if (event.installationId === installationId) return event.id;
  return `${event.id}_${installationId.slice(installationId.indexOf("_") + 1)}`;
}
