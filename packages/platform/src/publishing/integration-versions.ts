import type { VersionDeclarations } from "@plugboard/api/client";
import type { Manifest } from "@plugboard/manifest";
import type { Selectable } from "kysely";
import * as z from "zod";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import { readStrings } from "../common/json.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { IntegrationVersionTable } from "../database/tables.ts";
import { loadBundle } from "../integrations/bundles.ts";
import {
  getIntegration,
  type Integration,
  openIntegrationSecrets,
  readStoredManifest,
} from "../integrations/integrations.ts";
import { requireVersion, selectSecrets } from "./publish-integration.ts";
import { loadAssets } from "./published-assets.ts";
import { type PublishingContext, releaseVersion } from "./release-version.ts";

/** A stored publication. */
export interface IntegrationVersion {
  readonly version: number;
  readonly isCurrent: boolean;
  readonly publishedAt: number;
  /** The hosting URL. `undefined` for a bundle. */
  readonly url?: string | undefined;
  readonly bundle?: { readonly hash: string; readonly bytes: number } | undefined;
  /** The version that it restored. */
  readonly restored?: number | undefined;
  /** The names declared in its manifest. */
  readonly declares: VersionDeclarations;
}

/**
 * Returns the stored versions of an integration, newest first.
 *
 * @throws PlatformError `not_found`
 */
export async function listIntegrationVersions(
  context: PlatformContext,
  name: string,
): Promise<IntegrationVersion[]> {
  const current = await getIntegration(context, name);
  const rows = await context.db
    .selectFrom("integration_versions")
    .select(["manifest", "version", "published_at", "url", "bundle_hash", "bundle_bytes", "restored"])
    .where("integration", "=", name)
    .orderBy("version", "desc")
    .execute();
  return rows.map(
    ({ manifest, version, published_at, url, bundle_hash: hash, bundle_bytes: bytes, restored }) => ({
      version,
      isCurrent: version === current.version,
      publishedAt: published_at,
      url: url ?? undefined,
      bundle: hash === null || bytes === null ? undefined : { hash, bytes },
      restored: restored ?? undefined,
      declares: declaredBy(readStoredManifest(manifest)),
    }),
  );
}

function declaredBy({ scopes, configurations = {}, blocks = [] }: Manifest): VersionDeclarations {
  return {
    scopes,
    settings: Object.entries(configurations).flatMap(([level, configuration]) =>
      "properties" in configuration
        ? Object.keys(configuration.properties).map((name) => `${level}.${name}`)
        : [`${level} (component ${configuration.componentId})`],
    ),
    blocks: blocks.map(({ id }) => id),
  };
}

/**
 * Makes an earlier version of an integration current again, under a new version number. Secrets keep their
 * current values; a secret that only the earlier version declares gets its old value.
 *
 * @throws PlatformError `not_found` if the version is no longer stored, `conflict` if it is current,
 * `precondition_failed`, `integration_unreachable` or `integration_failed`
 */
export async function rollBackIntegration(
  context: PublishingContext,
  name: string,
  version: number,
  { ifVersion }: { readonly ifVersion?: number | undefined } = {},
): Promise<Integration> {
  const current = await getIntegration(context, name);
  requireVersion(name, current.version, ifVersion);
  const earlier = orNotFound(await findVersion(context, name, version), `version ${version} of ${name}`);
  if (version === current.version)
    throw new PlatformError("conflict", `Version ${version} of ${name} is already the current one.`);
  const { signing, runtime } = openIntegrationSecrets(context, current);
  const manifest = readStoredManifest(earlier.manifest);
  const isSameKind = (earlier.url === null) === (current.source.url === undefined);
  return await releaseVersion(context, {
    name,
    version: current.version + 1,
    organizationId: current.organizationId,
    manifest,
    url: earlier.url ?? undefined,
    bundle: await findBundle(context, earlier.bundle_hash),
    assets: await loadAssets(context, name, version),
    signing: isSameKind ? signing : readStrings(context.secretBox.decrypt(earlier.signing_secrets)),
    secrets: selectSecrets(manifest, {
      ...secretsSchema.parse(JSON.parse(context.secretBox.decrypt(earlier.secrets))),
      ...runtime,
    }),
    restored: version,
  });
}

const secretsSchema = z.record(z.string(), z.string());

async function findVersion(
  { db }: PlatformContext,
  integration: string,
  version: number,
): Promise<Selectable<IntegrationVersionTable> | undefined> {
  return await db
    .selectFrom("integration_versions")
    .selectAll()
    .where("integration", "=", integration)
    .where("version", "=", version)
    .executeTakeFirst();
}

async function findBundle(context: PlatformContext, hash: string | null) {
  return hash === null ? undefined : { hash, script: await loadBundle(context, hash) };
}
