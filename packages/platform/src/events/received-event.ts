import type { Selectable } from "kysely";
import type { EventTable } from "../database/tables.ts";
import { eventIdFor } from "./event-id-for.ts";
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
