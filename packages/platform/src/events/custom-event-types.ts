import { type CustomEventType, isCustomEventType, type JsonObject } from "@plugboard/api";
import type { CustomEventTypeCreation, CustomEventTypeUpdate } from "@plugboard/api/client";
import { limits } from "@plugboard/api/contract";
import type { Selectable, Transaction } from "kysely";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import { inList } from "../database/in-list.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { CustomEventTypeTable, Tables } from "../database/tables.ts";
import { holdOrganization } from "../organizations/members.ts";
import { checkDataDescription, type DataDescription } from "./custom-event-schema.ts";

/** A custom event type of an organization. */
export interface DefinedEventType extends CustomEventTypeCreation {
  readonly type: CustomEventType;
  readonly version: string;
  /**
   * When it was archived (Unix time in milliseconds). Archived types can neither be emitted nor newly
   * subscribed to.
   */
  readonly archivedAt?: number | undefined;
  /** Unix time in milliseconds. */
  readonly createdAt: number;
  /** Unix time in milliseconds. */
  readonly updatedAt: number;
}

/**
 * Returns the custom event types of an organization by name, including archived ones.
 *
 * @param query - `cursor` is the `next` of the previous page
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
 * Returns a custom event type of an organization.
 *
 * @throws PlatformError `not_found`
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
  return toDefined(orNotFound(row, `event type ${type}`));
}

/**
 * Defines a custom event type for an organization's own product.
 *
 * @throws PlatformError `conflict` if the name is taken or the limit is reached; `invalid_request` for a name
 * without a dot, an unusable schema, or an example that does not match it
 */
export async function createCustomEventType(
  { db, now }: PlatformContext,
  organizationId: string,
  { type, summary, version = "1", schema, example }: CustomEventTypeCreation,
): Promise<DefinedEventType> {
  if (!isCustomEventType(type)) {
    const message = `is ${type}, which has no dot; names without a dot are reserved for the platform`;
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
        `The organization has reached its limit of ${limits.customEventTypes} event types, including archived ones.`,
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
    if (row === undefined) {
      const problem = { path: "type", message: "already exists. Choose another name" };
      throw new PlatformError("conflict", `The event type ${type} already exists.`, [problem]);
    }
    return toDefined(row);
  });
}

/**
 * Updates, archives or restores a custom event type. Existing events stay unchanged. Archiving ends the agents'
 * subscriptions.
 *
 * @throws PlatformError `not_found`; `invalid_request` for an unusable schema, or an example that does not
 * match it
 */
export async function updateCustomEventType(
  { db, now }: PlatformContext,
  organizationId: string,
  type: string,
  { summary, version, schema, example, archived }: CustomEventTypeUpdate,
): Promise<DefinedEventType> {
  return await db.transaction().execute(async (transaction) => {
    await holdOrganization(transaction, organizationId);
    const existing = await getCustomEventType({ db: transaction }, organizationId, type);
    const described = {
      schema: schema === undefined ? existing.schema : (schema ?? undefined),
      example: example === undefined ? existing.example : (example ?? undefined),
    };
    checkDescription(existing.type, described);
    const time = now();
    if (archived === true) await endSubscriptions(transaction, organizationId, existing.type);
    const row = await transaction
      .updateTable("custom_event_types")
      .set({
        summary,
        version,
        schema: toColumn(described.schema),
        example: toColumn(described.example),
        ...(archived !== undefined && { archived_at: archived ? (existing.archivedAt ?? time) : null }),
        updated_at: time,
      })
      .where("organization_id", "=", organizationId)
      .where("type", "=", existing.type)
      .returningAll()
      .executeTakeFirst();
    return toDefined(orNotFound(row, `event type ${type}`));
  });
}

/** Ends the agents' subscriptions to a type. Their names end with the type, after the integration's name. */
async function endSubscriptions(
  transaction: Transaction<Tables>,
  organizationId: string,
  type: CustomEventType,
): Promise<void> {
  const subscriptions = await transaction
    .selectFrom("agent_subscriptions")
    .select(["id", "name"])
    .where("organization_id", "=", organizationId)
    .execute();
  const ended = subscriptions.filter(({ name }) => name.slice(name.indexOf("__") + 2) === type);
  if (ended.length === 0) return;
  await transaction
    .updateTable("agent_subscriptions")
    .set({ ended: 1 })
    .where("id", "in", inList(ended.map(({ id }) => id)))
    .execute();
}

/** The columns of a type that emitting and subscribing require. */
export type UsableEventType = Pick<Selectable<CustomEventTypeTable>, "type" | "schema">;

/**
 * Returns the usable types of a list by name, with the text of their schemas.
 *
 * @returns `whyNot` returns why a type cannot be used; `undefined` if it can
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
  const usable = new Map<string, (typeof rows)[number]>(rows.map((row) => [row.type, row]));
  return {
    usable,
    whyNot: (type) => {
      const row = usable.get(type);
      if (row === undefined) return `is ${type}, which the organization has not defined`;
      return row.archived_at === null ? undefined : `is ${type}, which is archived`;
    },
  };
}

/** @throws PlatformError `invalid_request` */
function checkDescription(type: CustomEventType, description: DataDescription): void {
  const bytes = Buffer.byteLength(JSON.stringify(description));
  if (bytes > limits.eventDataBytes) {
    const message = `has ${bytes} bytes as JSON together with the example; the limit is ${limits.eventDataBytes}`;
    throw new PlatformError("invalid_request", `The schema ${message}.`, [{ path: "schema", message }]);
  }
  checkDataDescription(type, description);
}

function toColumn(value: JsonObject | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

// Stored as a JSON object.
const fromColumn = (text: string | null) => (text === null ? undefined : (JSON.parse(text) as JsonObject));

function toDefined(row: Selectable<CustomEventTypeTable>): DefinedEventType {
  return {
    // The contract accepts no other names.
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
