import type { Selectable } from "kysely";
import type { EventTable } from "../database/tables.ts";
import { readObject } from "../common/json.ts";

/** An event as one installation receives it. */
export interface ReceivedEvent extends Readonly<Record<string, unknown>> {
  readonly eventId: string;
  readonly type: string;
  readonly installationId: string;
}

/** Makes the event that an installation receives of a stored one. */
export function toReceivedEvent(
  row: Pick<Selectable<EventTable>, "id" | "type" | "installation_id" | "payload">,
  installationId: string,
): ReceivedEvent {
  const eventId = eventIdFor({ id: row.id, installationId: row.installation_id }, installationId);
  return { eventId, type: row.type, installationId, ...readObject(row.payload) };
}

/**
 * The id an event carries for one installation. A change that several installations hear of has one row; each of them
 * gets its own id, since receivers de-duplicate by it and one URL may serve several installations. It is derived, so
 * that fanning out again after a crash makes no second event.
 */
export function eventIdFor(
  event: { readonly id: string; readonly installationId?: string | null | undefined },
  installationId: string,
): string {
  if (event.installationId === installationId) return event.id;
  return `${event.id}_${installationId.slice(installationId.indexOf("_") + 1)}`;
}
