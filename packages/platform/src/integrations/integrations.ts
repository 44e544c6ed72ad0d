import type { IntegrationDescription } from "@plugboard/api";
import { integrationDescriptionSchema } from "@plugboard/api/schemas";
import type { Manifest } from "@plugboard/manifest";
import { type InferResult, sql, type Transaction } from "kysely";
import * as z from "zod";
import type { PlatformContext } from "../database/platform-context.ts";
import { assetUrlOf, type PlatformUrls } from "../common/platform-urls.ts";
import type { Keyset } from "../common/keyset.ts";
import { inList } from "../database/in-list.ts";
import type { Tables } from "../database/tables.ts";
import { orNotFound } from "../common/platform-error.ts";
import { readStrings } from "../common/json.ts";

/** How an integration is hosted: at a URL, or as code that the platform runs. */
export type IntegrationSource =
  | { readonly url: string; readonly bundleHash?: undefined }
  | { readonly bundleHash: string; readonly url?: undefined };

/** A published integration. */
export interface Integration {
  readonly name: string;
  readonly organizationId: string;
  readonly version: number;
  readonly manifest: Manifest;
  readonly source: IntegrationSource;
  readonly description: IntegrationDescription;
  /** Whether assets were published with it. They include all files that the manifest refers to. */
  readonly hasAssets: boolean;
  /** Encrypted secrets; see {@link openIntegrationSecrets}. */
  readonly encryptedSecrets: { readonly signing: string; readonly runtime: readonly string[] };
  /** The scopes approved by the platform's administrator for public listing. `undefined` before approval. */
  readonly approvedScopes?: readonly string[] | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/**
 * Returns whether an integration is listed for all organizations: it is public, and all its scopes are
 * approved.
 */
export function isListed({
  manifest,
  approvedScopes,
}: Pick<Integration, "manifest" | "approvedScopes">): boolean {
  if (manifest.visibility !== "public" || approvedScopes === undefined) return false;
  return manifest.scopes.every((scope) => approvedScopes.includes(scope));
}

/** The decrypted secrets of an integration. */
export interface IntegrationSecrets {
  /** Keys that sign envelopes, newest first. */
  readonly signing: readonly string[];
  /** Values of the manifest's `secrets`. */
  readonly runtime: Readonly<Record<string, string>>;
}

/** Returns a published integration by name, if it exists. */
export async function findIntegration(
  { db }: Pick<PlatformContext, "db">,
  name: string,
): Promise<Integration | undefined> {
  const row = await selectCurrent(db).where("integrations.name", "=", name).executeTakeFirst();
  return row === undefined ? undefined : toIntegration(row);
}

/** An installed integration, and its pinned version if there is one. */
export interface Installed {
  readonly integration: string;
  readonly pinnedVersion?: number | undefined;
}

/**
 * Returns an integration as an installation runs it: the current version, or the pinned one. A pinned version
 * gets the current secrets, so that it keeps working after a rotation.
 */
export async function findInstalled(
  { db }: Pick<PlatformContext, "db">,
  { integration: name, pinnedVersion }: Installed,
): Promise<Integration | undefined> {
  const current = await findIntegration({ db }, name);
  if (current === undefined || pinnedVersion === undefined || pinnedVersion === current.version)
    return current;
  const row = await selectVersions(db)
    .where("integrations.name", "=", name)
    .where("integration_versions.version", "=", pinnedVersion)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const pinned = toIntegration(row);
  const isSameKind = (pinned.source.url === undefined) === (current.source.url === undefined);
  return {
    ...pinned,
    encryptedSecrets: {
      // A host knows the newest signing keys; a script receives them from the platform.
      signing: isSameKind ? current.encryptedSecrets.signing : pinned.encryptedSecrets.signing,
      runtime: [...pinned.encryptedSecrets.runtime, ...current.encryptedSecrets.runtime],
    },
  };
}

/**
 * Returns an integration as an installation runs it. @throws PlatformError `not_found`
 *
 * @example
 * import { getInstallation, type Platform } from "@plugboard/platform";
 * import { getInstalled } from "@plugboard/platform/product";
 *
 * declare const platform: Platform;
 * const { manifest } = await getInstalled(platform, await getInstallation(platform, "ins_1"));
 * console.log(manifest.title);
 */
export async function getInstalled(
  context: Pick<PlatformContext, "db">,
  installed: Installed,
): Promise<Integration> {
  return orNotFound(await findInstalled(context, installed), `integration ${installed.integration}`);
}

function selectCurrent(db: PlatformContext["db"]) {
  return selectVersions(db).whereRef("integration_versions.version", "=", "integrations.version");
}

function selectVersions(db: PlatformContext["db"]) {
  return db
    .selectFrom("integrations")
    .innerJoin("integration_versions", "integration_versions.integration", "integrations.name")
    .where("integrations.removed_at", "is", null)
    .select((row) =>
      row
        .exists(
          row
            .selectFrom("integration_assets")
            .select("path")
            .whereRef("integration_assets.integration", "=", "integrations.name")
            .whereRef("integration_assets.version", "=", "integration_versions.version"),
        )
        .as("has_assets"),
    )
    .select([
      "integrations.name",
      "integrations.organization_id",
      "integration_versions.version",
      "integrations.created_at",
      "integrations.updated_at",
      "integrations.approved_scopes",
      "integration_versions.manifest",
      "integration_versions.url",
      "integration_versions.bundle_hash",
      "integration_versions.description",
      "integration_versions.signing_secrets",
      "integration_versions.secrets",
    ]);
}

type VersionRow = InferResult<ReturnType<typeof selectVersions>>[number];

/**
 * Returns a published integration.
 *
 * @throws PlatformError `not_found`
 */
export async function getIntegration(context: PlatformContext, name: string): Promise<Integration> {
  return orNotFound(await findIntegration(context, name), `integration ${name}`);
}

/** Filters for integrations. */
export interface IntegrationQuery {
  /** Only integrations owned by these organizations or listed for all. */
  readonly visibleTo?: readonly string[] | undefined;
}

/**
 * Returns published integrations by name, optionally only those visible to some organizations.
 */
export async function listIntegrations(
  { db }: PlatformContext,
  { visibleTo, after, limit }: IntegrationQuery & Keyset = {},
): Promise<Integration[]> {
  let names = db.selectFrom("integrations").select("name").where("removed_at", "is", null).orderBy("name");
  if (after !== undefined) names = names.where("name", ">", after);
  if (limit !== undefined) names = names.limit(limit);
  // Each part of the condition has its own index.
  const visible =
    visibleTo === undefined
      ? names
      : db
          .selectFrom(names.where("organization_id", "in", inList(visibleTo)).as("own"))
          .select("name")
          .union(db.selectFrom(names.where(sql<boolean>`is_listed = 1`).as("listed")).select("name"));
  const rows = await selectCurrent(db)
    .where("integrations.name", "in", visible)
    .orderBy("integrations.name")
    .execute();
  return rows.slice(0, limit).map(toIntegration);
}

/**
 * Records whether every organization can see an integration. Call this after its version or approved scopes
 * change.
 */
export async function noteListing(transaction: Transaction<Tables>, name: string): Promise<void> {
  const row = await selectCurrent(transaction).where("integrations.name", "=", name).executeTakeFirst();
  const is_listed = row !== undefined && isListed(toIntegration(row)) ? 1 : 0;
  await transaction.updateTable("integrations").set({ is_listed }).where("name", "=", name).execute();
}

/** Decrypts an integration's secrets. @throws PlatformError `decryption_failed` */
export function openIntegrationSecrets(
  { secretBox }: Pick<PlatformContext, "secretBox">,
  { encryptedSecrets, manifest }: Integration,
): IntegrationSecrets {
  const values = encryptedSecrets.runtime.flatMap((encrypted) =>
    Object.entries(secretsSchema.parse(JSON.parse(secretBox.decrypt(encrypted)))),
  );
  const declared = Object.keys(manifest.secrets ?? {});
  return {
    signing: readStrings(secretBox.decrypt(encryptedSecrets.signing)),
    runtime: Object.fromEntries(values.filter(([name]) => declared.includes(name))),
  };
}

/** Returns the manifest of a version as it was written when the version was published. */
export function readStoredManifest(json: string): Manifest {
  return JSON.parse(json) as Manifest; // `writeVersion` wrote a checked one.
}

const secretsSchema = z.record(z.string(), z.string());

function toIntegration(row: VersionRow): Integration {
  return {
    name: row.name,
    organizationId: row.organization_id,
    version: row.version,
    manifest: readStoredManifest(row.manifest),
    source: toSource(row.url, row.bundle_hash),
    hasAssets: Boolean(row.has_assets),
    description: integrationDescriptionSchema.parse(JSON.parse(row.description)),
    encryptedSecrets: { signing: row.signing_secrets, runtime: [row.secrets] },
    approvedScopes: row.approved_scopes === null ? undefined : readStrings(row.approved_scopes),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Converts the columns of a version to its source. */
function toSource(url: string | null, bundleHash: string | null): IntegrationSource {
  if (url !== null) return { url };
  if (bundleHash !== null) return { bundleHash };
  throw new Error("a version has neither a URL nor a bundle");
}

/** Returns the URLs of a version's assets, if any were published with it. */
export function versionUrls(
  integration: Integration,
  urls: PlatformUrls,
): { readonly assets?: string; readonly icon?: string } {
  const { hasAssets, manifest } = integration;
  if (!hasAssets) return {};
  const assets = assetUrlOf(urls, integration);
  return manifest.icon === undefined
    ? { assets }
    : { assets, icon: assetUrlOf(urls, integration, manifest.icon) };
}
