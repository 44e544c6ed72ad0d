import { isDeepStrictEqual } from "node:util";
import type { IntegrationDescription } from "@plugboard/api";
import type { Manifest } from "@plugboard/manifest";
import { type Kysely, sql, type Transaction } from "kysely";
import { PlatformError } from "../common/platform-error.ts";
import { isRemoving } from "../removals/removal-queue.ts";
import { followVersion } from "../installations/consent.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Tables } from "../database/tables.ts";
import { planSchedules } from "../installations/plan-schedules.ts";
import { findIntegration, noteListing } from "../integrations/integrations.ts";
import type { PublishedScript } from "../integrations/bundles.ts";
import type { PublishedAsset } from "./published-assets.ts";

/** Code with its hash. */
export interface NewBundle {
  /** As returned by `hashOfBundle`. */
  readonly hash: string;
  readonly script: PublishedScript;
}

/** A version about to become current. */
export interface NewVersion {
  readonly name: string;
  readonly version: number;
  readonly organizationId: string;
  readonly manifest: Manifest;
  /** The hosting URL. Either this or `bundle`. */
  readonly url?: string | undefined;
  readonly bundle?: NewBundle | undefined;
  readonly assets: readonly PublishedAsset[];
  readonly description: IntegrationDescription;
  /** The keys that sign requests to it, newest first. */
  readonly signing: readonly string[];
  readonly secrets: Readonly<Record<string, string>>;
  /** The version that it restores. */
  readonly restored?: number | undefined;
}

/** The number of stored versions, including the current one. */
const maxVersions = 10;

/**
 * Stores a version with its code and assets and makes it current. Deletes versions that are too old to roll
 * back to. Has no effect if the same version was already stored, because clients repeat requests that
 * received no response.
 *
 * @throws PlatformError `conflict` if a different version was stored meanwhile
 */
export async function writeVersion(context: PlatformContext, version: NewVersion): Promise<void> {
  try {
    await storeVersion(context, version);
  } catch (error) {
    const isLost = error instanceof PlatformError && error.code === "conflict";
    if (!isLost || !(await isStored(context, version))) throw error;
  }
}

async function storeVersion(
  context: PlatformContext,
  { name, version, organizationId, bundle, assets, ...written }: NewVersion,
): Promise<void> {
  const { db, now, secretBox } = context;
  const before = await findIntegration(context, name);
  const publishedAt = now();
  const encrypt = (value: unknown) => secretBox.encrypt(JSON.stringify(value));
  await db.transaction().execute(async (transaction) => {
    if (await isRemoving(transaction, { kind: "integration", subject: name }))
      throw new PlatformError("conflict", `${name} is still being removed. Try again in a minute.`);
    await makeCurrent(transaction, {
      name,
      version,
      organization_id: organizationId,
      updated_at: publishedAt,
      removed_at: null,
    });
    if (bundle !== undefined) await storeBundle(transaction, bundle, publishedAt);
    await storeAssets(transaction, assets, publishedAt);
    const { scopes, schedules } = written.manifest;
    await followVersion(transaction, { integration: name, version, organizationId, scopes }, before);
    await planSchedules(transaction, { integration: name, schedules }, publishedAt);
    await transaction
      .insertInto("integration_versions")
      .values({
        integration: name,
        version,
        organization_id: organizationId,
        manifest: JSON.stringify(written.manifest),
        url: written.url ?? null,
        bundle_hash: bundle?.hash ?? null,
        bundle_bytes: bundle === undefined ? null : bytesOf(bundle.script),
        description: JSON.stringify(written.description),
        signing_secrets: encrypt(written.signing),
        secrets: encrypt(written.secrets),
        restored: written.restored ?? null,
        published_at: publishedAt,
      })
      .execute();
    for (const { path, hash } of assets)
      await transaction
        .insertInto("integration_assets")
        .values({ organization_id: organizationId, integration: name, version, path, asset_hash: hash })
        .execute();
    await noteListing(transaction, name);
    await removeVersions(transaction, name, version - maxVersions);
  });
}

/**
 * Deletes the versions of an integration up to a number, except pinned ones, with code and assets that no
 * other version uses.
 */
export async function removeVersions(
  transaction: Transaction<Tables>,
  integration: string,
  upTo: number,
): Promise<void> {
  const pinned = transaction
    .selectFrom("installations")
    .select((row) => row.fn.coalesce("pinned_version", row.val(0)).as("version"))
    .where("integration", "=", integration)
    .where("pinned_version", "is not", null)
    .where("deleted_at", "is", null);
  const versions = await transaction
    .deleteFrom("integration_versions")
    .where("integration", "=", integration)
    .where("version", "<=", upTo)
    .where("version", "not in", pinned)
    .returning("bundle_hash as hash")
    .execute();
  const assets = await transaction
    .deleteFrom("integration_assets")
    .where("integration", "=", integration)
    .where("version", "<=", upTo)
    .where("version", "not in", pinned)
    .returning("asset_hash as hash")
    .execute();
  await removeUnusedContent(transaction, {
    bundles: versions.flatMap(({ hash }) => hash ?? []),
    assets: assets.map(({ hash }) => hash),
  });
}

/** The columns with hashes of content that versions share. */
export const sharedContents = [
  { content: "bundles", table: "integration_versions", column: "bundle_hash" },
  { content: "assets", table: "integration_assets", column: "asset_hash" },
] as const;

/** Deletes the code and assets of deleted versions, unless other versions use them. */
export async function removeUnusedContent(
  db: Kysely<Tables>,
  hashes: Partial<Readonly<Record<(typeof sharedContents)[number]["content"], readonly string[]>>>,
): Promise<void> {
  for (const { content, table, column } of sharedContents) {
    const unused = hashes[content] ?? [];
    if (unused.length === 0) continue;
    const stored = await db
      .selectFrom(content)
      .select(["hash", "stored_at"])
      .where("hash", "in", [...new Set(unused)])
      .execute();
    for (const { hash, stored_at } of stored)
      await db
        .deleteFrom(content)
        .where("hash", "=", hash)
        // Skip content that another process is publishing: it updates this time before referring to the
        // content.
        .where("stored_at", "=", stored_at)
        .where(
          sql<boolean>`not exists (select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${hash})`,
        )
        .execute();
  }
}

/** Returns whether the current version equals this one, apart from the key generated for a script. */
async function isStored({ db, secretBox }: PlatformContext, version: NewVersion): Promise<boolean> {
  const { name, bundle } = version;
  const row = await db
    .selectFrom("integrations")
    .innerJoin("integration_versions", (join) =>
      join
        .onRef("integration_versions.integration", "=", "integrations.name")
        .onRef("integration_versions.version", "=", "integrations.version"),
    )
    .selectAll("integration_versions")
    .where("name", "=", name)
    .where("integrations.version", "=", version.version)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return false;
  const assets = await db
    .selectFrom("integration_assets")
    .select(["path", "asset_hash as hash"])
    .where("integration", "=", name)
    .where("version", "=", version.version)
    .execute();
  const pathsOf = (files: readonly Pick<PublishedAsset, "hash" | "path">[]): readonly string[] =>
    files.map(({ path, hash }) => `${hash} ${path}`).toSorted();
  const stored = {
    organizationId: row.organization_id,
    manifest: JSON.parse(row.manifest),
    url: row.url,
    bundle: row.bundle_hash,
    restored: row.restored,
    secrets: JSON.parse(secretBox.decrypt(row.secrets)),
    signing: bundle === undefined ? JSON.parse(secretBox.decrypt(row.signing_secrets)) : null,
    assets: pathsOf(assets),
  };
  const published = {
    organizationId: version.organizationId,
    manifest: version.manifest,
    url: version.url ?? null,
    bundle: bundle?.hash ?? null,
    restored: version.restored ?? null,
    secrets: version.secrets,
    signing: bundle === undefined ? version.signing : null,
    assets: pathsOf(version.assets),
  };
  // Values that JSON omits count as missing.
  return isDeepStrictEqual(stored, JSON.parse(JSON.stringify(published)));
}

interface CurrentColumns {
  readonly name: string;
  readonly version: number;
  readonly organization_id: string;
  readonly updated_at: number;
  readonly removed_at: null;
}

async function makeCurrent(transaction: Transaction<Tables>, row: CurrentColumns): Promise<void> {
  const { name, version } = row;
  const written = await transaction
    .insertInto("integrations")
    .values({ ...row, created_at: row.updated_at })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet(row)
        .where("integrations.version", "=", version - 1),
    )
    .executeTakeFirst();
  if (written.numInsertedOrUpdatedRows !== 0n) return;
  throw new PlatformError(
    "conflict",
    `Another version of ${name} was published concurrently. Review it, and publish again.`,
  );
}

async function storeBundle(
  transaction: Transaction<Tables>,
  { hash, script: { module, sourceMap } }: NewBundle,
  storedAt: number,
): Promise<void> {
  await transaction
    .insertInto("bundles")
    .values({ hash, module, source_map: sourceMap ?? null, stored_at: storedAt })
    .onConflict((conflict) => conflict.column("hash").doUpdateSet({ stored_at: storedAt }))
    .execute();
}

async function storeAssets(
  transaction: Transaction<Tables>,
  assets: readonly PublishedAsset[],
  storedAt: number,
): Promise<void> {
  for (const { hash, content } of assets)
    await transaction
      .insertInto("assets")
      .values({ hash, content, stored_at: storedAt })
      .onConflict((conflict) => conflict.column("hash").doUpdateSet({ stored_at: storedAt }))
      .execute();
}

function bytesOf({ module, sourceMap }: PublishedScript): number {
  return module.length + (sourceMap?.length ?? 0);
}
