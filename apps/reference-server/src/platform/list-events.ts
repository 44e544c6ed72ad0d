import type { Selectable } from "kysely";
import type { EventTable } from "../storage/tables.ts";
import type { PlatformContext } from "./platform-context.ts";
import { found, PlatformError } from "./platform-error.ts";
import { readObject, readStrings } from "./stored-json.ts";

/** An event that was accepted, with the installations it went to once it was fanned out. */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly installationId?: string;
  readonly spaceId?: string;
  readonly siteId?: string;
  readonly payload: Record<string, unknown>;
  readonly createdAt: number;
  readonly recipients?: string[];
}

const defaultLimit = 50;

/** Events, newest first; the cursor is the position to go on below. */
export async function listEvents(
  { db }: PlatformContext,
  { cursor, limit = defaultLimit }: { readonly cursor?: string; readonly limit?: number },
): Promise<{ readonly items: StoredEvent[]; readonly next?: string }> {
  let query = db
    .selectFrom("events")
    .selectAll()
    .orderBy("position", "desc")
    .limit(limit + 1);
  if (cursor !== undefined) query = query.where("position", "<", readCursor(cursor));
  const rows = await query.execute();
  const part = rows.slice(0, limit);
  const last = part.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items: part.map(toStoredEvent), ...(more && { next: String(last.position) }) };
}

/** @throws PlatformError `not_found` */
export async function getEvent({ db }: PlatformContext, id: string): Promise<StoredEvent> {
  const row = await db.selectFrom("events").selectAll().where("id", "=", id).executeTakeFirst();
  return toStoredEvent(found(row, `event ${id}`));
}

function readCursor(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new PlatformError("invalid_request", "cursor: is not one that this list gave out.");
}

function toStoredEvent(row: Selectable<EventTable>): StoredEvent {
  return {
    id: row.id,
    type: row.type,
    ...(row.installation_id !== null && { installationId: row.installation_id }),
    ...(row.space_id !== null && { spaceId: row.space_id }),
    ...(row.site_id !== null && { siteId: row.site_id }),
    payload: readObject(row.payload),
    createdAt: row.created_at,
    ...(row.recipients !== null && { recipients: readStrings(row.recipients) }),
  };
}
