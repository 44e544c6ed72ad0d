import type { Json } from "@plugboard/api";
import type { Selectable } from "kysely";
import { orNotFound } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { StoredValueTable } from "../database/tables.ts";
import type { ProductRef } from "../resources/product-ref.ts";

/** The installation, or its part in one resource, that values belong to. */
export interface StorageOwner {
  readonly installationId: string;
  readonly resource?: ProductRef | undefined;
}

/** The state of a stored value, without the value. */
export interface StoredValueState {
  readonly key: string;
  readonly version: number;
  /** Unix time in milliseconds. */
  readonly expiresAt: number | undefined;
}

/** A value that an integration stored. */
export interface StoredValueRecord extends StoredValueState {
  readonly value: Json;
}

// A page of large values would take as much memory as a hundred requests.
const maxPageBytes = 1024 * 1024;
/** Sorts after every character of a key. */
const afterKeys = "\u007F";

/** The columns that name the owner of a value. */
export function ownerColumns({
  installationId,
  resource = { kind: "organization", id: "" },
}: StorageOwner): Pick<StoredValueTable, "installation_id" | "resource_kind" | "resource_id"> {
  return { installation_id: installationId, resource_kind: resource.kind, resource_id: resource.id };
}

/**
 * Reads a stored value.
 *
 * @throws PlatformError `not_found`
 */
export async function getStoredValue(
  context: PlatformContext,
  owner: StorageOwner,
  key: string,
): Promise<StoredValueRecord> {
  const row = await selectLive(context, owner).selectAll().where("name", "=", key).executeTakeFirst();
  return toStoredValue(context, orNotFound(row, `stored value ${key}`));
}

/** A range of stored values. */
export interface StoredValueQuery {
  readonly prefix?: string | undefined;
  /** Only keys after this one. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/**
 * Lists stored values by key. A page ends early once its values take a mebibyte.
 *
 * @returns the values, and whether there are more
 */
export async function listStoredValues(
  context: PlatformContext,
  owner: StorageOwner,
  { prefix, after, limit }: StoredValueQuery,
): Promise<{ readonly items: readonly StoredValueRecord[]; readonly hasMore: boolean }> {
  let query = selectLive(context, owner);
  if (prefix !== undefined)
    query = query.where("name", ">=", prefix).where("name", "<", `${prefix}${afterKeys}`);
  if (after !== undefined) query = query.where("name", ">", after);
  const sizes = await query
    .select(["name", "bytes"])
    .orderBy("name")
    .limit(limit + 1)
    .execute();
  let bytes = 0;
  const fitting = sizes.slice(0, limit).filter((row, index) => {
    bytes += row.bytes;
    return index === 0 || bytes <= maxPageBytes;
  });
  if (fitting.length === 0) return { items: [], hasMore: false };
  const names = fitting.map(({ name }) => name);
  const rows = await selectLive(context, owner)
    .selectAll()
    .where("name", "in", names)
    .orderBy("name")
    .execute();
  return { items: rows.map((row) => toStoredValue(context, row)), hasMore: sizes.length > fitting.length };
}

function selectLive({ db, now }: PlatformContext, owner: StorageOwner) {
  const { installation_id, resource_kind, resource_id } = ownerColumns(owner);
  return db
    .selectFrom("stored_values")
    .where("installation_id", "=", installation_id)
    .where("resource_kind", "=", resource_kind)
    .where("resource_id", "=", resource_id)
    .where((row) => row.or([row("expires_at", "is", null), row("expires_at", ">", now())]));
}

/** Decrypts a row of the table. */
export function toStoredValue(
  { secretBox }: PlatformContext,
  row: Selectable<StoredValueTable>,
): StoredValueRecord {
  return {
    key: row.name,
    version: row.version,
    expiresAt: row.expires_at ?? undefined,
    // Only JSON that the contract checked is stored.
    value: JSON.parse(secretBox.decrypt(row.value)) as Json,
  };
}
