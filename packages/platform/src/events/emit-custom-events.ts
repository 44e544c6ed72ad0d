import { isDeepStrictEqual } from "node:util";
import type { CustomEventType } from "@plugboard/api";
import type { AcceptedCustomEvent, CustomEventInput } from "@plugboard/api/client";
import { limits } from "@plugboard/api/contract";
import type { Insertable, Transaction } from "kysely";
import { createIdFromKey } from "../common/create-id.ts";
import { PlatformError, type PlatformErrorCode } from "../common/platform-error.ts";
import type { WithUnixTimes } from "../common/with-unix-times.ts";
import { inStatements } from "../database/in-statements.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { EventRow, EventTable, Tables } from "../database/tables.ts";
import { newEventRow } from "./append-event.ts";
import { createDataCheck } from "./custom-event-schema.ts";
import { findUsableEventTypes } from "./custom-event-types.ts";
import { releaseInOrder } from "./release-in-order.ts";

/** A custom event to emit. */
export type NewCustomEvent = WithUnixTimes<CustomEventInput, "dueAt" | "expiresAt">;

/**
 * Accepts custom events in one transaction. When the promise resolves, all of them are durable and will be
 * delivered to the entitled webhook endpoints; when it rejects, none was accepted.
 *
 * @param options - `idempotencyKey` identifies the call, for events without their own key
 *
 * @returns the events in the same order
 *
 * @throws PlatformError `invalid_request` for an event whose type is archived or not defined, or whose data
 * does not match its schema; `conflict` if another event has the same key. The path of the problem names the
 * event, such as `events.3.data`
 */
export async function emitCustomEvents(
  context: PlatformContext,
  organizationId: string,
  events: readonly NewCustomEvent[],
  { idempotencyKey }: { readonly idempotencyKey?: string | undefined } = {},
): Promise<AcceptedCustomEvent[]> {
  await checkEvents(context, organizationId, events);
  const now = context.now();
  const rows = events.map((event, index) => {
    const { data, channels, ordering, dueAt = now, expiresAt } = event;
    // No other names are defined.
    const type = event.type as CustomEventType;
    const id = createIdFromKey("evt", organizationId, keyOf(event, index, idempotencyKey), now);
    return {
      ...newEventRow({ id, type, payload: { data }, expiresAt }, now),
      due_at: Math.max(dueAt, now),
      ordering_key: ordering?.key ?? null,
      ordering_blocks: ordering?.onFailure === "block" ? (1 as const) : (0 as const),
      held_back: ordering === undefined ? (0 as const) : (1 as const),
      organization_id: organizationId,
      installation_id: null,
      resource_kind: "organization" as const,
      resource_id: organizationId,
      channels: channels === undefined || channels.length === 0 ? null : JSON.stringify(channels),
    };
  });
  const accepted = await context.db
    .transaction()
    .execute((transaction) => insertEvents(transaction, events, rows));
  const ordered = rows.filter(({ ordering_key: key }) => key !== null).map(({ id }) => id);
  for (const ids of inStatements(ordered)) await releaseInOrder(context, "id", ids);
  context.onEvent();
  return accepted;
}

/** Returns the event's own key, or its index within a request that has a key. */
function keyOf(
  { idempotencyKey }: NewCustomEvent,
  index: number,
  ofRequest: string | undefined,
): string | undefined {
  if (idempotencyKey !== undefined) return `event\n${idempotencyKey}`;
  return ofRequest === undefined ? undefined : `request\n${ofRequest}\n${index}`;
}

async function checkEvents(
  context: PlatformContext,
  organizationId: string,
  events: readonly NewCustomEvent[],
): Promise<void> {
  const { usable, whyNot } = await findUsableEventTypes(
    context,
    organizationId,
    events.map(({ type }) => type),
  );
  const checkData = createDataCheck();
  for (const [index, { type, data }] of events.entries()) {
    const why = whyNot(type);
    if (why !== undefined) throw refuse(index, "type", why);
    const bytes = Buffer.byteLength(JSON.stringify(data));
    if (bytes > limits.eventDataBytes)
      throw refuse(index, "data", `has ${bytes} bytes as JSON; the limit is ${limits.eventDataBytes}`);
    const schema = usable.get(type)?.schema ?? undefined;
    const problem = schema === undefined ? undefined : await checkData(schema, data);
    if (problem !== undefined) throw refuse(index, "data", problem);
  }
}

/** Inserts new events, and compares the others with the stored ones. */
async function insertEvents(
  transaction: Transaction<Tables>,
  events: readonly NewCustomEvent[],
  rows: readonly Insertable<EventTable>[],
): Promise<AcceptedCustomEvent[]> {
  const inserted = new Set<string>();
  for (const some of inStatements(rows)) {
    const written = await transaction
      .insertInto("events")
      .values(some)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .execute();
    for (const { id } of written) inserted.add(id);
  }
  // Of two events with the same key in one request, the first is new.
  const isNew = rows.map(({ id }) => inserted.delete(id));
  const repeated = rows.filter((_, index) => isNew[index] === false);
  const stored = await readEvents(transaction, repeated);
  for (const [index, row] of rows.entries()) {
    if (isNew[index] === true || isSameEvent(stored.get(row.id), row)) continue;
    const key = JSON.stringify(events[index]?.idempotencyKey ?? "of the request");
    const message = `${key} was already used for a different event`;
    throw refuse(index, "idempotencyKey", message, "conflict");
  }
  return rows.map(({ id }, index) => ({ id, created: isNew[index] === true }));
}

type KeptEvent = Pick<EventRow, "id" | "type" | "payload" | "channels" | "expunged_at">;

/** Returns the stored events with the ids of some rows. */
async function readEvents(
  transaction: Transaction<Tables>,
  rows: readonly Insertable<EventTable>[],
): Promise<ReadonlyMap<string, KeptEvent>> {
  const stored = new Map<string, KeptEvent>();
  for (const some of inStatements(rows)) {
    const batch = await transaction
      .selectFrom("events")
      .select(["id", "type", "payload", "channels", "expunged_at"])
      .where(
        "id",
        "in",
        some.map(({ id }) => id),
      )
      .execute();
    for (const event of batch) stored.set(event.id, event);
  }
  return stored;
}

/** Returns whether a stored event equals a row with the same id. */
function isSameEvent(stored: KeptEvent | undefined, row: Insertable<EventTable>): boolean {
  if (stored === undefined || stored.type !== row.type || stored.channels !== row.channels) return false;
  return (
    stored.expunged_at !== null || isDeepStrictEqual(JSON.parse(stored.payload), JSON.parse(row.payload))
  );
}

function refuse(
  index: number,
  field: string,
  message: string,
  code: PlatformErrorCode = "invalid_request",
): PlatformError {
  const path = `events.${index}.${field}`;
  return new PlatformError(code, `${path}: ${message}.`, [{ path, message }]);
}
