import type { RuntimeEventMap, RuntimeEventType } from "@plugboard/api";
import { context, propagation } from "@opentelemetry/api";
import type { ExpressionBuilder, Insertable, InsertObject, Transaction } from "kysely";
import * as z from "zod";
import { createId } from "../common/create-id.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { EventTable, Tables } from "../database/tables.ts";

type Fields<Type extends RuntimeEventType> = Omit<
  RuntimeEventMap[Type],
  "eventId" | "installationId" | "type"
>;

/** An event about to be written; fields of the event itself are checked against its type by the compiler. */
export interface NewEvent<Type extends RuntimeEventType> {
  readonly type: Type;
  readonly fields: Fields<Type>;
  /** The one installation it is for; absent when everybody entitled receives it. */
  readonly installationId?: string | undefined;
  readonly spaceId?: string | undefined;
  readonly siteId?: string | undefined;
  /** Milliseconds since 1970; not delivered before. */
  readonly dueAt?: number | undefined;
  /** Milliseconds since 1970; deliveries that are still open by then fail as `expired`. Default: retried like any event. */
  readonly expiresAt?: number | undefined;
  /** A fresh one when absent. Where there is such an event already, nothing is written. */
  readonly id?: string | undefined;
}

/** Writes an event in the transaction of the change that caused it, so that neither exists without the other. */
export async function appendEvent<Type extends RuntimeEventType>(
  transaction: Transaction<Tables>,
  event: NewEvent<Type>,
  now: number,
): Promise<string> {
  const identified = { ...event, id: event.id ?? createId("evt", now) };
  await appendEvents(transaction, [identified], now);
  return identified.id;
}

const rowsOfAStatement = 200;

/** Writes events as {@link appendEvent} does, many in a statement. */
export async function appendEvents(
  transaction: Transaction<Tables>,
  events: readonly NewEvent<RuntimeEventType>[],
  now: number,
): Promise<void> {
  for (let start = 0; start < events.length; start += rowsOfAStatement) {
    const some = events.slice(start, start + rowsOfAStatement);
    await transaction
      .insertInto("events")
      .values((query) => some.map((event) => toRow(query, event, now)))
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  }
}

function toRow(
  query: ExpressionBuilder<Tables, "events">,
  event: NewEvent<RuntimeEventType>,
  now: number,
): InsertObject<Tables, "events"> {
  const { id = createId("evt", now), type, fields, expiresAt } = event;
  const { owner, place } = addressOf(event);
  const organizationId = query.selectFrom(owner.table).select("organization_id").where("id", "=", owner.id);
  return {
    ...newEventRow({ id, type, payload: fields, expiresAt }, now),
    organization_id: organizationId,
    installation_id: event.installationId ?? null,
    resource_kind: place?.kind ?? "organization",
    resource_id: place?.id ?? organizationId,
    due_at: event.dueAt ?? now,
  };
}

/** The resource in which an event happened, and the row that names its organization. */
function addressOf({
  installationId,
  spaceId,
  siteId,
}: Pick<NewEvent<RuntimeEventType>, "installationId" | "spaceId" | "siteId">) {
  const place =
    spaceId !== undefined
      ? ({ kind: "space", id: spaceId } as const)
      : siteId === undefined
        ? undefined
        : ({ kind: "site", id: siteId } as const);
  const owner =
    installationId !== undefined || place === undefined
      ? ({ table: "installations", id: installationId ?? "" } as const)
      : ({ table: `${place.kind}s`, id: place.id } as const);
  return { owner, place };
}

const visitorSchema = z.object({ visitor: z.object({ anonymousId: z.string() }) });

/** The columns of an event that do not depend on its address. It is due at once. */
export function newEventRow(
  event: {
    readonly id: string;
    readonly type: EventTable["type"];
    readonly payload: object;
    readonly expiresAt?: number | undefined;
  },
  now: number,
): Omit<Insertable<EventTable>, "organization_id" | "installation_id" | "resource_kind" | "resource_id"> {
  return {
    id: event.id,
    type: event.type,
    payload: JSON.stringify(event.payload),
    visitor_id: visitorSchema.safeParse(event.payload).data?.visitor.anonymousId ?? null,
    due_at: now,
    expires_at: event.expiresAt ?? null,
    created_at: now,
    fanned_out_at: null,
    leased_until: 0,
    traceparent: activeTraceparent() ?? null,
  };
}

/** Names the trace in which an event is written, so that what follows from it goes on with that. */
function activeTraceparent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/**
 * Accepts an event of the product around the platform, in a transaction of its own: when the promise resolves, it is durable,
 * and everybody entitled to it receives it, by its `expiresAt` where it has one.
 *
 * @returns the event's id
 * @example
 * import { emitEvent, type Platform } from "@plugboard/platform";
 *
 * async function onSaved(platform: Platform, spaceId: string, revisionId: string): Promise<void> {
 *   await emitEvent(platform, { type: "space_content_updated", fields: { spaceId, revisionId }, spaceId });
 * }
 */
export async function emitEvent<Type extends RuntimeEventType>(
  { db, now, onEvent }: PlatformContext,
  event: NewEvent<Type>,
): Promise<string> {
  const id = await db.transaction().execute((transaction) => appendEvent(transaction, event, now()));
  onEvent();
  return id;
}
