import { type CustomEventType, isCustomEventType, type JsonObject } from "@plugboard/api";
import { limits } from "@plugboard/api/contract";
import type { Selectable } from "kysely";
import { found, PlatformError } from "../common/platform-error.ts";
import { inList } from "../database/in-list.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { CustomEventTypeTable } from "../database/tables.ts";
import { holdOrganization } from "../organizations/members.ts";
import { checkDataDescription, type DataDescription } from "./custom-event-schema.ts";

/** A type of events that an organization defines for its own product. */
export interface NewCustomEventType extends DataDescription {
  /** Words with dots between them, as in `invoice.paid`. */
  readonly type: string;
  /** What has happened when there is such an event. */
  readonly summary: string;
  /** Of the schema; `1` when left out. */
  readonly version?: string | undefined;
}

/** A type of events that an organization defined. */
export interface DefinedEventType extends NewCustomEventType {
  readonly type: CustomEventType;
  readonly version: string;
  /** Since when it is emitted and newly subscribed to no more, in milliseconds since 1970. */
  readonly archivedAt?: number | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

/** Changes to a type of events; what is left out stays as it is. */
export interface CustomEventTypeChange {
  readonly summary?: string | undefined;
  readonly version?: string | undefined;
  readonly schema?: DataDescription["schema"] | null;
  readonly example?: DataDescription["example"] | null;
  readonly archived?: boolean | undefined;
}

/**
 * The types of events that an organization defined, by name, archived ones too.
 *
 * @param query - `cursor` is the `next` of the page before
 * @example
 * import { listCustomEventTypes, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { items, next } = await listCustomEventTypes(platform, "org_1", { limit: 20 });
 * console.log(items.length, next);
 */
export async function listCustomEventTypes(
  { db }: PlatformContext,
  organizationId: string,
  { cursor = "", limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ readonly items: readonly DefinedEventType[]; readonly next?: string | undefined }> {
  const rows = await db
    .selectFrom("custom_event_types")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("type", ">", cursor)
    .orderBy("type")
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit).map(toDefined);
  return { items, next: rows.length > limit ? items.at(-1)?.type : undefined };
}

/**
 * A type of events that an organization defined.
 *
 * @throws PlatformError `not_found`
 * @example
 * import { getCustomEventType, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { version, schema } = await getCustomEventType(platform, "org_1", "invoice.paid");
 * console.log(version, schema);
 */
export async function getCustomEventType(
  { db }: Pick<PlatformContext, "db">,
  organizationId: string,
  type: string,
): Promise<DefinedEventType> {
  const row = await db
    .selectFrom("custom_event_types")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("type", "=", type)
    .executeTakeFirst();
  return toDefined(found(row, `event type ${type}`));
}

/**
 * Defines a type of events of an organization's own product, so that it can be emitted and subscribed to.
 *
 * @throws PlatformError `conflict` where there is one of this name, or as many as there may be; `invalid_request` for a name without a
 * dot, a schema that cannot be used, and an example that does not match it
 * @example
 * import { createCustomEventType, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * await createCustomEventType(platform, "org_1", {
 *   type: "invoice.paid",
 *   summary: "An invoice was paid in full",
 *   schema: { type: "object", required: ["invoiceId"], properties: { invoiceId: { type: "string" } } },
 *   example: { invoiceId: "inv_1" },
 * });
 */
export async function createCustomEventType(
  { db, now }: PlatformContext,
  organizationId: string,
  { type, summary, version = "1", schema, example }: NewCustomEventType,
): Promise<DefinedEventType> {
  if (!isCustomEventType(type)) {
    const message = `is ${type}, and has no dot; only the platform's own types have none`;
    throw new PlatformError("invalid_request", `type: ${message}.`, [{ path: "type", message }]);
  }
  checkDescription(type, { schema, example });
  const time = now();
  return await db.transaction().execute(async (transaction) => {
    await holdOrganization(transaction, organizationId);
    const { count } = await transaction
      .selectFrom("custom_event_types")
      .select(({ fn }) => fn.countAll().as("count"))
      .where("organization_id", "=", organizationId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= limits.customEventTypes)
      throw new PlatformError(
        "conflict",
        `The organization has ${limits.customEventTypes} event types, archived ones included, and may not define more.`,
      );
    const row = await transaction
      .insertInto("custom_event_types")
      .values({
        organization_id: organizationId,
        type,
        summary,
        version,
        schema: toColumn(schema),
        example: toColumn(example),
        archived_at: null,
        created_at: time,
        updated_at: time,
      })
      .onConflict((conflict) => conflict.columns(["organization_id", "type"]).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw new PlatformError("conflict", `There is an event type ${type} already.`);
    return toDefined(row);
  });
}

/**
 * Changes a type of events, archives it, or brings it back. Events that were accepted stay as they are.
 *
 * @throws PlatformError `not_found`; `invalid_request` for a schema that cannot be used, and an example that does not match it
 * @example
 * import { type Platform, updateCustomEventType } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * await updateCustomEventType(platform, "org_1", "invoice.paid", { archived: true });
 */
export async function updateCustomEventType(
  { db, now }: PlatformContext,
  organizationId: string,
  type: string,
  { summary, version, schema, example, archived }: CustomEventTypeChange,
): Promise<DefinedEventType> {
  return await db.transaction().execute(async (transaction) => {
    await holdOrganization(transaction, organizationId);
    const known = await getCustomEventType({ db: transaction }, organizationId, type);
    const described = {
      schema: schema === undefined ? known.schema : (schema ?? undefined),
      example: example === undefined ? known.example : (example ?? undefined),
    };
    checkDescription(known.type, described);
    const time = now();
    const row = await transaction
      .updateTable("custom_event_types")
      .set({
        summary,
        version,
        schema: toColumn(described.schema),
        example: toColumn(described.example),
        ...(archived !== undefined && { archived_at: archived ? (known.archivedAt ?? time) : null }),
        updated_at: time,
      })
      .where("organization_id", "=", organizationId)
      .where("type", "=", known.type)
      .returningAll()
      .executeTakeFirst();
    return toDefined(found(row, `event type ${type}`));
  });
}

/** What emitting and subscribing need to know of a type. */
export type UsableEventType = Pick<Selectable<CustomEventTypeTable>, "type" | "schema">;

/**
 * Those of some types that an organization defined, by name, with the text of their schemas.
 *
 * @returns `whyNot` says why a type cannot be used; `undefined` where it can
 */
export async function findUsableEventTypes(
  { db }: Pick<PlatformContext, "db">,
  organizationId: string,
  types: readonly string[],
): Promise<{
  readonly usable: ReadonlyMap<string, UsableEventType>;
  readonly whyNot: (type: string) => string | undefined;
}> {
  const rows =
    types.length === 0
      ? []
      : await db
          .selectFrom("custom_event_types")
          .select(["type", "schema", "archived_at"])
          .where("organization_id", "=", organizationId)
          .where("type", "in", inList([...new Set(types)]))
          .execute();
  const known = new Map<string, (typeof rows)[number]>(rows.map((row) => [row.type, row]));
  return {
    usable: known,
    whyNot: (type) => {
      const row = known.get(type);
      if (row === undefined) return `is ${type}, which the organization has not defined`;
      return row.archived_at === null ? undefined : `is ${type}, which is archived`;
    },
  };
}

/** @throws PlatformError `invalid_request` */
function checkDescription(type: CustomEventType, description: DataDescription): void {
  const bytes = Buffer.byteLength(JSON.stringify(description));
  if (bytes > limits.eventDataBytes) {
    const message = `has ${bytes} bytes as JSON together with the example; at most ${limits.eventDataBytes} are allowed`;
    throw new PlatformError("invalid_request", `The schema ${message}.`, [{ path: "schema", message }]);
  }
  checkDataDescription(type, description);
}

function toColumn(value: JsonObject | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

// It was a JSON object when it was stored.
const fromColumn = (text: string | null) => (text === null ? undefined : (JSON.parse(text) as JsonObject));

function toDefined(row: Selectable<CustomEventTypeTable>): DefinedEventType {
  return {
    // The contract let no other name through.
    type: row.type as CustomEventType,
    summary: row.summary,
    version: row.version,
    schema: fromColumn(row.schema),
    example: fromColumn(row.example),
    archivedAt: row.archived_at ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
