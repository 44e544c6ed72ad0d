import type { PlatformEventMap, PlatformEventType } from "@plugboard/api";
import { context, propagation } from "@opentelemetry/api";
import type { Insertable, Kysely, Transaction } from "kysely";
import { createId } from "../common/create-id.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { EventRow, EventTable, ResourceKind, Tables } from "../database/tables.ts";
import { type EventInsert, insertEvents, insertLeasedRows, type OrganizationOfRow } from "./insert-events.ts";
import { findResourceOrganization } from "../resources/find-resource.ts";

type Fields<Type extends string> = Type extends PlatformEventType
  ? Omit<PlatformEventMap[Type], "eventId" | "installationId" | "type">
  : object;

/** An event to write. The compiler checks the fields of the platform's own types; a product checks those of its types. */
export interface NewEvent<Type extends string = string> {
  readonly type: Type;
  readonly fields: Fields<Type>;
  /** The only installation to receive it. `undefined` for all that are entitled to it. */
  readonly installationId?: string | undefined;
  /** The organization, or a row that has it. Required unless `installationId` is set, whose organization it is then. */
  readonly organization?: string | OrganizationOfRow | undefined;
  /** Its resource. Defaults to the organization. */
  readonly resource?: { readonly kind: ResourceKind; readonly id: string } | undefined;
  /** The earliest delivery time (Unix time in milliseconds). */
  readonly dueAt?: number | undefined;
  /**
   * Unix time in milliseconds. Deliveries that are still pending then fail as `expired`. Defaults to the usual
   * retries.
   */
  readonly expiresAt?: number | undefined;
  /** The ID of the person that the event is about. A person's events can be listed and erased. Defaults to none. */
  readonly subjectId?: string | undefined;
  /** Defaults to a new id. If an event with this id exists, no event is written. */
  readonly id?: string | undefined;
}

/**
 * Writes an event in the transaction of its change, so that either both are committed or neither is.
 *
 * @example
 * import type { Platform } from "@plugboard/platform";
 * import { appendEvent } from "@plugboard/platform/product";
 *
 * declare const platform: Platform;
 * const event = { type: "installation_deleted", fields: {}, installationId: "ins_1" } as const;
 * await platform.db.transaction().execute((transaction) => appendEvent(transaction, event, platform.now()));
 */
export async function appendEvent<Type extends string>(
  transaction: Transaction<Tables>,
  event: NewEvent<Type>,
  now: number,
): Promise<string> {
  const identified = { ...event, id: event.id ?? createId("evt", now) };
  await appendEvents(transaction, [identified], now);
  return identified.id;
}

/** Writes events like {@link appendEvent}, many per statement. */
export async function appendEvents(
  transaction: Transaction<Tables>,
  events: readonly NewEvent[],
  now: number,
): Promise<void> {
  await insertEvents(
    transaction,
    events.map((event) => toEventInsert(event, now)),
  );
}

/**
 * Inserts events like {@link insertEvents}, leased with `leaseNewEvents`. Pass the result to `onEvent` after the
 * commit. All events are due now and none has an ordering key.
 *
 * @returns the leased events
 *
 * @example
 * import type { Platform } from "@plugboard/platform";
 * import { insertLeasedEvents, toEventInsert } from "@plugboard/platform/product";
 *
 * declare const platform: Platform;
 * const event = { type: "installation_deleted", fields: {}, installationId: "ins_1" } as const;
 * platform.onEvent(await insertLeasedEvents(platform, platform.db, [toEventInsert(event, platform.now())]));
 */
export async function insertLeasedEvents(
  { leaseNewEvents }: Pick<PlatformContext, "leaseNewEvents">,
  db: Kysely<Tables> | Transaction<Tables>,
  rows: readonly EventInsert[],
): Promise<readonly EventRow[]> {
  const leasedUntil = leaseNewEvents(rows.length);
  if (leasedUntil > 0) return await insertLeasedRows(db, rows, leasedUntil);
  await insertEvents(db, rows);
  return [];
}

/**
 * Returns the row of an event, which continues the current trace.
 *
 * @throws PlatformError `invalid_request` for an event without organization or installation
 *
 * @example
 * import { toEventInsert } from "@plugboard/platform/product";
 *
 * const event = { type: "installation_deleted", fields: {}, installationId: "ins_1" } as const;
 * console.log(toEventInsert(event, Date.now()).type); // installation_deleted
 */
export function toEventInsert<Type extends string>(event: NewEvent<Type>, now: number): EventInsert {
  const { id = createId("evt", now), type, fields, expiresAt, subjectId } = event;
  const { resource } = event;
  return {
    ...newEventRow({ id, type, payload: fields, expiresAt, subjectId }, now),
    organization_id: organizationOf(event),
    installation_id: event.installationId ?? null,
    resource_kind: resource?.kind ?? "organization",
    resource_id: resource?.id,
    due_at: event.dueAt ?? now,
  };
}

function organizationOf({
  installationId,
  organization,
}: Pick<NewEvent, "installationId" | "organization">): string | OrganizationOfRow {
  if (installationId !== undefined) return { table: "installations", id: installationId };
  if (organization === undefined) throw withoutAddress();
  return organization;
}

function withoutAddress(): PlatformError {
  return new PlatformError(
    "invalid_request",
    "The event has no address. Set installationId, resource or both.",
  );
}

/** Returns the columns of an event that do not depend on its address. It is due immediately. */
export function newEventRow(
  event: {
    readonly id: string;
    readonly type: EventTable["type"];
    readonly payload: object;
    readonly expiresAt?: number | undefined;
    readonly subjectId?: string | undefined;
  },
  now: number,
): Omit<Insertable<EventTable>, "organization_id" | "installation_id" | "resource_kind" | "resource_id"> {
  return {
    id: event.id,
    type: event.type,
    payload: JSON.stringify(event.payload),
    subject_id: event.subjectId ?? null,
    due_at: now,
    expires_at: event.expiresAt ?? null,
    created_at: now,
    fanned_out_at: null,
    leased_until: 0,
    traceparent: activeTraceparent() ?? null,
  };
}

/** Returns the current trace, which deliveries of the event continue. */
function activeTraceparent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/**
 * Writes an event of the surrounding product in its own transaction. When the promise resolves, the event is
 * durable and will be delivered to all entitled recipients, before `expiresAt` if that is set.
 *
 * @returns the event's id
 *
 * @throws PlatformError `not_found` if the resource or the installation doesn't exist, `invalid_request` if
 * neither is given
 *
 * @example
 * import { emitEvent, type Platform } from "@plugboard/platform";
 *
 * async function onReminder(platform: Platform, installationId: string): Promise<void> {
 *   await emitEvent(platform, { type: "task", fields: { task: { type: "remind" } }, installationId });
 * }
 */
export async function emitEvent<Type extends string>(
  context: PlatformContext,
  event: NewEvent<Type>,
): Promise<string> {
  const { db, now, onEvent } = context;
  const id = await db.transaction().execute(async (transaction) => {
    const organization = await findAddress(context, transaction, event);
    return await appendEvent(transaction, { ...event, organization }, now());
  });
  onEvent();
  return id;
}

/**
 * Returns the organization of an event. @throws PlatformError `not_found` unless the installation and the resource
 * exist in one organization
 */
async function findAddress(
  context: PlatformContext,
  transaction: Transaction<Tables>,
  { installationId, resource }: Pick<NewEvent, "installationId" | "resource">,
): Promise<string | undefined> {
  if (installationId === undefined && resource === undefined) throw withoutAddress();
  let organization: string | undefined;
  if (installationId !== undefined) {
    const installation = await transaction
      .selectFrom("installations")
      .select("organization_id")
      .where("id", "=", installationId)
      .executeTakeFirst();
    organization = orNotFound(installation, `installation ${installationId}`).organization_id;
  }
  if (resource === undefined) return organization;
  const owner = await findResourceOrganization(context, transaction, resource);
  const isFound = owner !== undefined && (organization === undefined || owner === organization);
  return orNotFound(isFound ? owner : undefined, `${resource.kind} ${resource.id}`);
}
