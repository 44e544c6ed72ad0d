import type { Json } from "@plugboard/api";
import { limits } from "@plugboard/api/contract";
import type { Kysely, Selectable, Transaction } from "kysely";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import { inList } from "../database/in-list.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { StorageUsageTable, StoredValueTable, Tables } from "../database/tables.ts";
import {
  ownerColumns,
  type StorageOwner,
  type StoredValueRecord,
  type StoredValueState,
  toStoredValue,
} from "./stored-values.ts";

type Usage = Selectable<StorageUsageTable>;
type Row = Selectable<StoredValueTable>;

/** The value after a change. `undefined` deletes it. */
type NewValue = { readonly value: Json; readonly expiresAt: number | undefined } | undefined;

/** A condition on the stored value that a change replaces. */
export interface StorageCondition {
  /** Refuses the change if the value has a different version. */
  readonly ifVersion?: string | undefined;
  /** Refuses the change if there is a value. */
  readonly ifAbsent?: boolean | undefined;
}

/** A value to store. */
export interface NewStoredValue extends StorageCondition {
  readonly value: Json;
  readonly ttlSeconds?: number | undefined;
}

/**
 * Stores a value.
 *
 * @throws PlatformError `not_found` for a missing installation, `precondition_failed`, `conflict` if the quota is
 * exhausted, `payload_too_large`
 */
export async function setStoredValue(
  context: PlatformContext,
  owner: StorageOwner,
  key: string,
  { value, ttlSeconds, ...condition }: NewStoredValue,
): Promise<StoredValueState> {
  const expiresAt = expiryOf(context, ttlSeconds);
  return await changeStoredValue(context, owner, key, (current) => {
    checkCondition(key, current, condition);
    return { value, expiresAt };
  });
}

/**
 * Deletes a stored value, if there is one.
 *
 * @throws PlatformError `not_found` for a missing installation, `precondition_failed`
 */
export async function deleteStoredValue(
  context: PlatformContext,
  owner: StorageOwner,
  key: string,
  condition: StorageCondition,
): Promise<void> {
  await changeStoredValue(context, owner, key, (current) => {
    checkCondition(key, current, condition);
    return undefined;
  });
}

/**
 * Adds to a stored number, which begins at 0.
 *
 * @throws PlatformError `not_found` for a missing installation, `conflict` if the value is not a whole number or the
 * quota is exhausted
 */
export async function incrementStoredValue(
  context: PlatformContext,
  owner: StorageOwner,
  key: string,
  { by = 1, ttlSeconds }: { readonly by?: number | undefined; readonly ttlSeconds?: number | undefined },
): Promise<StoredValueState & { readonly value: number }> {
  let sum = 0;
  const state = await changeStoredValue(context, owner, key, (current) => {
    const before = current === undefined ? 0 : current.value;
    if (!Number.isSafeInteger(before) || typeof before !== "number")
      throw new PlatformError("conflict", `The stored value ${key} is not a whole number.`);
    sum = before + by;
    if (!Number.isSafeInteger(sum))
      throw new PlatformError(
        "conflict",
        `The stored value ${key} would be ${sum}, which is too large to be exact.`,
      );
    const expiresAt = current === undefined ? expiryOf(context, ttlSeconds) : current.expiresAt;
    return { value: sum, expiresAt };
  });
  return { ...state, value: sum };
}

/** Deletes the values of an installation's part in a resource, in the transaction that removes the part. */
export async function removeStoredValues(
  transaction: Transaction<Tables>,
  owner: StorageOwner,
): Promise<void> {
  const { installation_id, resource_kind, resource_id } = ownerColumns(owner);
  const usage = await lockUsage(transaction, installation_id);
  const removed = await transaction
    .deleteFrom("stored_values")
    .where("installation_id", "=", installation_id)
    .where("resource_kind", "=", resource_kind)
    .where("resource_id", "=", resource_id)
    .returning("bytes")
    .execute();
  await writeUsage(transaction, without(usage, removed));
}

/** Deletes all values of installations, in the transaction that removes them. */
export async function removeAllStoredValues(
  transaction: Transaction<Tables>,
  installationIds: readonly string[],
): Promise<void> {
  // A concurrent write waits for these rows, and then finds its installation removed.
  await transaction
    .insertInto("storage_usage")
    .columns(["installation_id", "organization_id", "stored_values", "bytes", "version"])
    .expression((query) =>
      query
        .selectFrom("installations")
        .select((build) => [
          "id",
          "organization_id",
          build.lit(0).as("n"),
          build.lit(0).as("b"),
          build.lit(1).as("v"),
        ])
        .where("id", "in", inList(installationIds)),
    )
    .onConflict((conflict) =>
      conflict
        .column("installation_id")
        .doUpdateSet((row) => ({ version: row("storage_usage.version", "+", 1) })),
    )
    .execute();
  for (const table of ["stored_values", "storage_usage"] as const)
    await transaction.deleteFrom(table).where("installation_id", "in", inList(installationIds)).execute();
}

const sweptInstallations = 100;

/** Deletes expired values of a batch of installations. @returns the number of installations; there may be more */
export async function removeExpiredValues({ db, now }: PlatformContext): Promise<number> {
  const expired = await db
    .selectFrom("stored_values")
    .select("installation_id")
    .where("expires_at", "<=", now())
    .orderBy("expires_at")
    .limit(sweptInstallations)
    .execute();
  const installationIds = new Set(expired.map((row) => row.installation_id));
  for (const id of installationIds) {
    await db.transaction().execute(async (transaction) => {
      const usage = await lockUsage(transaction, id);
      await writeUsage(transaction, await withoutExpired(transaction, usage, now()));
    });
  }
  return installationIds.size;
}

function expiryOf({ now }: PlatformContext, ttlSeconds: number | undefined): number | undefined {
  return ttlSeconds === undefined ? undefined : now() + ttlSeconds * 1000;
}

function checkCondition(
  key: string,
  current: StoredValueRecord | undefined,
  { ifVersion, ifAbsent = false }: StorageCondition,
): void {
  if (ifAbsent && current !== undefined)
    throw new PlatformError("precondition_failed", `A stored value ${key} already exists.`);
  if (ifVersion !== undefined && ifVersion !== String(current?.version))
    throw new PlatformError(
      "precondition_failed",
      `The stored value ${key} has changed. Read it and try again.`,
    );
}

/** Reads a value, decides on its change and writes it. Other changes to the installation's values wait. */
async function changeStoredValue(
  context: PlatformContext,
  owner: StorageOwner,
  key: string,
  decide: (current: StoredValueRecord | undefined) => NewValue,
): Promise<StoredValueState> {
  const { db, secretBox } = context;
  const now = context.now();
  const columns = ownerColumns(owner);
  return await db.transaction().execute(async (transaction) => {
    const usage = await lockUsage(transaction, owner.installationId);
    await requireOwner(transaction, columns);
    const row = await transaction
      .selectFrom("stored_values")
      .selectAll()
      .where("installation_id", "=", columns.installation_id)
      .where("resource_kind", "=", columns.resource_kind)
      .where("resource_id", "=", columns.resource_id)
      .where("name", "=", key)
      .executeTakeFirst();
    const next = decide(isLive(row, now) ? toStoredValue(context, row) : undefined);
    const state = { key, version: usage.version, expiresAt: next?.expiresAt };
    const before = without(usage, row === undefined ? [] : [row]);
    if (next === undefined) {
      await deleteRow(transaction, columns, key);
      await writeUsage(transaction, before);
      return state;
    }
    const json = JSON.stringify(next.value);
    const bytes = bytesOf(key, json);
    const after = { ...before, stored_values: before.stored_values + 1, bytes: before.bytes + bytes };
    const written = {
      value: secretBox.encrypt(json),
      version: usage.version,
      bytes,
      expires_at: next.expiresAt ?? null,
      updated_at: now,
    };
    await transaction
      .insertInto("stored_values")
      .values({ ...columns, organization_id: usage.organization_id, name: key, ...written })
      .onConflict((conflict) =>
        conflict.columns(["installation_id", "resource_kind", "resource_id", "name"]).doUpdateSet(written),
      )
      .execute();
    await writeUsage(transaction, await fitQuota(transaction, usage, after, now));
    return state;
  });
}

function isLive(row: Row | undefined, now: number): row is Row {
  return row !== undefined && (row.expires_at === null || row.expires_at > now);
}

/** @throws PlatformError `payload_too_large` */
function bytesOf(key: string, json: string): number {
  const bytes = Buffer.byteLength(json);
  if (bytes > limits.storedValueBytes)
    throw new PlatformError(
      "payload_too_large",
      `The value of ${key} has ${bytes} bytes of JSON; a stored value can have at most ${limits.storedValueBytes}.`,
    );
  return bytes + Buffer.byteLength(key);
}

async function deleteRow(
  transaction: Transaction<Tables>,
  { installation_id, resource_kind, resource_id }: ReturnType<typeof ownerColumns>,
  key: string,
): Promise<void> {
  await transaction
    .deleteFrom("stored_values")
    .where("installation_id", "=", installation_id)
    .where("resource_kind", "=", resource_kind)
    .where("resource_id", "=", resource_id)
    .where("name", "=", key)
    .execute();
}

/**
 * Locks the usage of an installation until the transaction ends, and returns it with the version of the pending
 * change. Creates the row if necessary.
 *
 * @throws PlatformError `not_found` for a missing installation
 */
async function lockUsage(transaction: Transaction<Tables>, installationId: string): Promise<Usage> {
  const installation = await transaction
    .selectFrom("installations")
    .select("organization_id")
    .where("id", "=", installationId)
    .executeTakeFirst();
  const { organization_id } = orNotFound(installation, `installation ${installationId}`);
  return await transaction
    .insertInto("storage_usage")
    .values({ installation_id: installationId, organization_id, stored_values: 0, bytes: 0, version: 1 })
    .onConflict((conflict) =>
      conflict
        .column("installation_id")
        .doUpdateSet((row) => ({ version: row("storage_usage.version", "+", 1) })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @throws PlatformError `not_found` if the installation, or its part in a resource, is removed */
async function requireOwner(
  transaction: Transaction<Tables>,
  { installation_id, resource_kind, resource_id }: ReturnType<typeof ownerColumns>,
): Promise<void> {
  if (resource_kind === "organization") {
    const installation = await transaction
      .selectFrom("installations")
      .select("id")
      .where("id", "=", installation_id)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    orNotFound(installation, `installation ${installation_id}`);
    return;
  }
  const resource = await transaction
    .selectFrom("resource_installations")
    .select("resource_id")
    .where("installation_id", "=", installation_id)
    .where("resource_kind", "=", resource_kind)
    .where("resource_id", "=", resource_id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  orNotFound(resource, `installation ${installation_id} in ${resource_kind} ${resource_id}`);
}

function without(usage: Usage, rows: readonly Pick<Row, "bytes">[]): Usage {
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  return { ...usage, stored_values: usage.stored_values - rows.length, bytes: usage.bytes - bytes };
}

async function withoutExpired(transaction: Kysely<Tables>, usage: Usage, now: number): Promise<Usage> {
  const removed = await transaction
    .deleteFrom("stored_values")
    .where("installation_id", "=", usage.installation_id)
    .where("expires_at", "<=", now)
    .returning("bytes")
    .execute();
  return without(usage, removed);
}

/** Returns the usage after a change. Deletes expired values if it would not fit. @throws PlatformError `conflict` */
async function fitQuota(
  transaction: Transaction<Tables>,
  before: Usage,
  after: Usage,
  now: number,
): Promise<Usage> {
  const grows = after.stored_values > before.stored_values || after.bytes > before.bytes;
  if (!grows || fits(after)) return after;
  const swept = await withoutExpired(transaction, after, now);
  if (fits(swept)) return swept;
  throw new PlatformError(
    "conflict",
    `Installation ${after.installation_id} can store ${limits.storedValues} values of ${limits.storedBytes} bytes in total, and has ${before.stored_values} of ${before.bytes}. Delete some, or store them with a time to live.`,
  );
}

function fits({ stored_values, bytes }: Usage): boolean {
  return stored_values <= limits.storedValues && bytes <= limits.storedBytes;
}

async function writeUsage(
  transaction: Transaction<Tables>,
  { installation_id, stored_values, bytes }: Usage,
): Promise<void> {
  await transaction
    .updateTable("storage_usage")
    .set({ stored_values, bytes })
    .where("installation_id", "=", installation_id)
    .execute();
}
