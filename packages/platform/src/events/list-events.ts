import { isCustomEventType } from "@plugboard/api";
import type { EventQuery, PlatformEventResource } from "@plugboard/api/client";
import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import type { EventTable, Tables } from "../database/tables.ts";
import { inList } from "../database/in-list.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { WithUnixTimes } from "../common/with-unix-times.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import { idFieldOf, productRefOf } from "../resources/product-ref.ts";
import { type ReceivedEvent, toReceivedEvent } from "./received-event.ts";
import { readObject, readStrings } from "../common/json.ts";

/** An accepted event. */
export type StoredEvent = WithUnixTimes<
  PlatformEventResource,
  "createdAt" | "dueAt" | "expiresAt" | "expungedAt"
>;

/** An event as received by one installation. */
export interface InstallationEvent {
  readonly event: ReceivedEvent;
  readonly createdAt: number;
}

/** Filters for a list of events. */
export interface EventPageQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
  /** Only events of these organizations. */
  readonly organizations?: readonly string[] | undefined;
  /** Only events about this person. */
  readonly subjectId?: string | undefined;
  readonly eventId?: string | undefined;
  readonly filter?: EventFilter | undefined;
}

/** Filters that no index supports. They apply to the newest 10,000 events of each page. */
export type EventFilter = Pick<
  WithUnixTimes<EventQuery, "createdSince" | "createdBefore">,
  "type" | "installationId" | "text" | "createdSince" | "createdBefore"
>;

const maxFilteredEvents = 10_000;

/** A page of events, newest first. `next` is the cursor of the following page. */
export interface EventPage<Item> {
  readonly items: readonly Item[];
  readonly next?: string | undefined;
}

type EventRow = Selectable<EventTable>;

/**
 * Returns events of all kinds.
 *
 * @throws PlatformError `invalid_request` for a malformed cursor
 *
 * @example
 * import { listEvents, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { items, next } = await listEvents(platform, { limit: 20 });
 * console.log(items.length, next);
 */
export async function listEvents(
  context: PlatformContext,
  query: EventPageQuery,
): Promise<EventPage<StoredEvent>> {
  const { limit, organizations, subjectId, eventId, filter = {} } = query;
  let select = context.db
    .selectFrom("events")
    .selectAll()
    .where("position", "<", readCursor(query.cursor))
    .orderBy("position", "desc");
  if (organizations !== undefined) select = select.where("organization_id", "in", inList(organizations));
  if (subjectId !== undefined) select = select.where("subject_id", "=", subjectId);
  if (eventId !== undefined) select = select.where("id", "=", eventId);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const searched = isFiltered
    ? context.db
        .selectFrom(select.limit(maxFilteredEvents).as("events"))
        .selectAll()
        .where(matches(filter))
        .orderBy("position", "desc")
    : select;
  const page = toPage(await searched.limit(limit + 1).execute(), limit);
  const { items } = page;
  const oldest =
    isFiltered && page.next === undefined
      ? await select
          .clearSelect()
          .select("position")
          .limit(1)
          .offset(maxFilteredEvents - 1)
          .executeTakeFirst()
      : undefined;
  const next = oldest === undefined ? page.next : String(oldest.position);
  const recipients = await loadRecipients(context, items);
  return { items: items.map((row) => toStoredEvent(row, recipients.get(row.position) ?? [])), next };
}

/**
 * Returns the events that an installation received.
 *
 * @throws PlatformError `invalid_request` for a malformed cursor
 *
 * @example
 * import { listInstallationEvents, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { items, next } = await listInstallationEvents(platform, "ins_1", { limit: 20 });
 * console.log(items.length, next);
 */
export async function listInstallationEvents(
  { db }: PlatformContext,
  installationId: string,
  { cursor, limit }: EventPageQuery,
): Promise<EventPage<InstallationEvent>> {
  const rows = await db
    .selectFrom("event_recipients as recipient")
    .innerJoin("events", "events.position", "recipient.event_position")
    .selectAll("events")
    .where("recipient.installation_id", "=", installationId)
    .where("recipient.event_position", "<", readCursor(cursor))
    .orderBy("recipient.event_position", "desc")
    .limit(limit + 1)
    .execute();
  const { items, ...rest } = toPage(rows, limit);
  return {
    items: items.map((row) => ({
      event: toReceivedEvent(row, installationId),
      createdAt: row.created_at,
    })),
    ...rest,
  };
}

/**
 * Returns an event by id.
 *
 * @throws PlatformError `not_found`
 */
export async function getEvent(context: PlatformContext, id: string): Promise<StoredEvent> {
  const row = await context.db.selectFrom("events").selectAll().where("id", "=", id).executeTakeFirst();
  const event = orNotFound(row, `event ${id}`);
  const recipients = await loadRecipients(context, [event]);
  return toStoredEvent(event, recipients.get(event.position) ?? []);
}

function matches({ type, installationId, text, createdSince, createdBefore }: EventFilter) {
  return (eb: ExpressionBuilder<Tables & { readonly events: EventTable }, "events">) =>
    eb.and([
      ...(type === undefined ? [] : [eb(sql<string>`type`, "=", type)]),
      ...(text === undefined ? [] : [sql<boolean>`replace(payload, ${text}, '') <> payload`]),
      ...(createdSince === undefined ? [] : [eb("created_at", ">=", createdSince)]),
      ...(createdBefore === undefined ? [] : [eb("created_at", "<", createdBefore)]),
      ...(installationId === undefined
        ? []
        : [
            eb.exists(
              eb
                .selectFrom("event_recipients as recipient")
                .select("recipient.event_position")
                .whereRef("recipient.event_position", "=", "events.position")
                .whereRef("recipient.organization_id", "=", "events.organization_id")
                .where("recipient.installation_id", "=", installationId),
            ),
          ]),
    ]);
}

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new PlatformError("invalid_request", "cursor: use the nextCursor of a previous response.");
}

function toPage(rows: readonly EventRow[], limit: number): EventPage<EventRow> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? String(last.position) : undefined };
}

async function loadRecipients(
  { db }: PlatformContext,
  events: readonly EventRow[],
): Promise<Map<number, string[]>> {
  if (events.length === 0) return new Map();
  const rows = await db
    .selectFrom("event_recipients")
    .select(["installation_id", "event_position"])
    .where("organization_id", "in", [...new Set(events.map((event) => event.organization_id))])
    .where(
      "event_position",
      "in",
      events.map(({ position }) => position),
    )
    .orderBy("installation_id")
    .execute();
  const grouped = Map.groupBy(rows, (row) => row.event_position);
  return new Map(
    [...grouped].map(([position, group]) => [position, group.map((row) => row.installation_id)]),
  );
}

function toStoredEvent(row: EventRow, recipients: readonly string[]): StoredEvent {
  return {
    id: row.id,
    type: row.type,
    installationId: row.installation_id ?? undefined,
    ...idFieldOf(productRefOf(row)),
    organizationId: isCustomEventType(row.type) ? row.organization_id : undefined,
    channels: row.channels === null ? undefined : readStrings(row.channels),
    payload: readObject(row.payload),
    expungedAt: row.expunged_at ?? undefined,
    dueAt: row.due_at,
    expiresAt: row.expires_at ?? undefined,
    createdAt: row.created_at,
    recipients: row.fanned_out_at === null ? undefined : recipients,
  };
}
