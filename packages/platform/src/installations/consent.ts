import { planSchedules } from "./plan-schedules.ts";
import type { ScopeName } from "@plugboard/api";
import type { Manifest } from "@plugboard/manifest";
import type { Transaction, UpdateQueryBuilder, UpdateResult } from "kysely";
import { PlatformError } from "../common/platform-error.ts";
import { readStrings } from "../common/json.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Tables } from "../database/tables.ts";
import { getIntegration, type Integration } from "../integrations/integrations.ts";
import { getInstallation, type InstallationRecord } from "./installations.ts";

type Consented = Pick<InstallationRecord, "consentedScopes">;

/**
 * Returns the scopes of an installation: those in the manifest that its organization consented to.
 *
 * @example
 * import { getInstallation, type Platform } from "@plugboard/platform";
 * import { getInstalled, grantedScopes } from "@plugboard/platform/product";
 *
 * declare const platform: Platform;
 * const installation = await getInstallation(platform, "ins_1");
 * const { manifest } = await getInstalled(platform, installation);
 * console.log(grantedScopes(manifest, installation));
 */
export function grantedScopes({ scopes }: Manifest, { consentedScopes }: Consented): readonly ScopeName[] {
  return consentedScopes === undefined ? scopes : scopes.filter((scope) => consentedScopes.includes(scope));
}

/** Returns the scopes in the manifest that await the organization's consent. */
export function pendingScopes({ scopes }: Manifest, { consentedScopes }: Consented): readonly ScopeName[] {
  return consentedScopes === undefined ? [] : scopes.filter((scope) => !consentedScopes.includes(scope));
}

/**
 * Grants an installation the scopes of a new version of its integration. From then on it runs the current
 * version instead of its pinned one.
 *
 * @param scopes - the scopes shown to the person who consents, so that a version published just now is not
 * included
 *
 * @throws PlatformError `not_found`, `conflict` if the manifest has further scopes
 */
export async function consentToInstallation(
  context: PlatformContext,
  installationId: string,
  scopes: readonly ScopeName[],
): Promise<void> {
  const installation = await getInstallation(context, installationId);
  const integration = await getIntegration(context, installation.integration);
  const { manifest } = integration;
  const unseen = pendingScopes(manifest, installation).filter((scope) => !scopes.includes(scope));
  if (unseen.length > 0) {
    throw new PlatformError(
      "conflict",
      `The integration now also requests ${unseen.join(", ")}. Review the installation and consent again.`,
    );
  }
  if (installation.consentedScopes === undefined) return;
  await context.db.transaction().execute(async (transaction) => {
    await holdVersion(transaction, integration);
    await transaction
      .updateTable("installations")
      .set({
        consented_scopes: JSON.stringify(manifest.scopes),
        pinned_version: null,
        // Each change needs a later time than the previous one.
        updated_at: Math.max(context.now(), installation.updatedAt + 1),
      })
      .where("id", "=", installationId)
      .where("deleted_at", "is", null)
      .execute();
    const { schedules } = manifest;
    const planned = { integration: integration.name, installationId, schedules };
    await planSchedules(transaction, planned, context.now());
  });
}

/**
 * Locks the current version of an integration until the transaction ends, so that a decision about it is
 * written while it is current.
 *
 * @throws PlatformError `conflict` if another version was published
 */
export async function holdVersion(
  transaction: Transaction<Tables>,
  { name, version }: Pick<Integration, "name" | "version">,
): Promise<void> {
  const held = await transaction
    .updateTable("integrations")
    .set({ version })
    .where("name", "=", name)
    .where("version", "=", version)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (held.numUpdatedRows > 0n) return;
  throw new PlatformError("conflict", `A new version of ${name} was published. Review it first.`);
}

/** A version that just became current. */
interface CurrentVersion {
  readonly integration: string;
  readonly version: number;
  readonly organizationId: string;
  readonly scopes: readonly ScopeName[];
}

/**
 * Moves installations in other organizations to the new current version if it needs no scopes beyond their
 * consent. Others stay on their pinned version.
 */
export async function followVersion(
  transaction: Transaction<Tables>,
  { integration, version, organizationId, scopes }: CurrentVersion,
  before: Pick<Integration, "version" | "manifest"> | undefined,
): Promise<void> {
  const ofOthers = (query: UpdateQueryBuilder<Tables, "installations", "installations", UpdateResult>) =>
    query
      .where("integration", "=", integration)
      .where("organization_id", "!=", organizationId)
      .where("deleted_at", "is", null);
  if (before !== undefined)
    // Installations without recorded consent get the scopes of the previous version.
    await ofOthers(transaction.updateTable("installations"))
      .set({ consented_scopes: JSON.stringify(before.manifest.scopes) })
      .where("consented_scopes", "is", null)
      .execute();
  const consents = await transaction
    .selectFrom("installations")
    .select("consented_scopes")
    .distinct()
    .where("integration", "=", integration)
    .where("organization_id", "!=", organizationId)
    .where("deleted_at", "is", null)
    .execute();
  for (const { consented_scopes: consented } of consents) {
    const consentedScopes = consented === null ? scopes : readStrings(consented);
    const isEnough = scopes.every((scope) => consentedScopes.includes(scope));
    await ofOthers(transaction.updateTable("installations"))
      .set((row) => ({
        pinned_version: isEnough
          ? null
          : row.fn.coalesce("pinned_version", row.val(before?.version ?? version)),
      }))
      .where("consented_scopes", consented === null ? "is" : "=", consented)
      .execute();
  }
}

/** Returns the versions of an integration that installations are pinned to. */
export async function listPinnedVersions(
  { db }: Pick<PlatformContext, "db">,
  integration: string,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("installations")
    .select("pinned_version")
    .distinct()
    .where("integration", "=", integration)
    .where("pinned_version", "is not", null)
    .where("deleted_at", "is", null)
    .execute();
  return rows.flatMap(({ pinned_version: version }) => version ?? []);
}
