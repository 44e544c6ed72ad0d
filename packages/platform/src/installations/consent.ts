import type { Scope } from "@plugboard/api";
import type { Manifest } from "@plugboard/manifest";
import type { Transaction, UpdateQueryBuilder, UpdateResult } from "kysely";
import { PlatformError } from "../common/platform-error.ts";
import { readStrings } from "../common/json.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Tables } from "../database/tables.ts";
import { getIntegration, type Integration } from "../integrations/integrations.ts";
import { getInstallation, type InstallationRecord } from "./installations.ts";

type Consented = Pick<InstallationRecord, "consentedScopes">;

/** The scopes an installation has: those of the manifest, as far as its organization consented to them. */
export function grantedScopes({ scopes }: Manifest, { consentedScopes }: Consented): readonly Scope[] {
  return consentedScopes === undefined ? scopes : scopes.filter((scope) => consentedScopes.includes(scope));
}

/** The scopes that the manifest names by now, and the installation's organization has yet to consent to. */
export function pendingScopes({ scopes }: Manifest, { consentedScopes }: Consented): readonly Scope[] {
  return consentedScopes === undefined ? [] : scopes.filter((scope) => !consentedScopes.includes(scope));
}

/**
 * Gives an installation the scopes that a new version of its integration asks for. From then on it runs the current version;
 * until then it ran the one from before.
 *
 * @param scopes - what whoever consents has seen, so that nobody consents to what was published a moment ago
 * @throws PlatformError `not_found`, `conflict` where the manifest names more than that by now
 * @example
 * import { consentToInstallation, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * await consentToInstallation(platform, "ins_1", ["space:content:read", "site:views:read"]);
 */
export async function consentToInstallation(
  context: PlatformContext,
  installationId: string,
  scopes: readonly Scope[],
): Promise<void> {
  const installation = await getInstallation(context, installationId);
  const integration = await getIntegration(context, installation.integration);
  const { manifest } = integration;
  const unseen = pendingScopes(manifest, installation).filter((scope) => !scopes.includes(scope));
  if (unseen.length > 0) {
    throw new PlatformError(
      "conflict",
      `The integration also asks for ${unseen.join(", ")}. Look at the installation and consent again.`,
    );
  }
  if (installation.consentedScopes === undefined) return;
  await context.db.transaction().execute(async (transaction) => {
    await holdVersion(transaction, integration);
    await transaction
      .updateTable("installations")
      .set({
        consented_scopes: JSON.stringify(manifest.scopes),
        kept_version: null,
        // Each change has a later time than the one before.
        updated_at: Math.max(context.now(), installation.updatedAt + 1),
      })
      .where("id", "=", installationId)
      .where("deleted_at", "is", null)
      .execute();
  });
}

/**
 * Keeps another version of an integration from being published until the transaction ends, so that what is decided on this one
 * is written while it is the current one.
 *
 * @throws PlatformError `conflict` where another one was published since
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
  throw new PlatformError("conflict", `${name} was published since. Look at the version that is there now.`);
}

/** A version that has just become the current one. */
interface CurrentVersion {
  readonly integration: string;
  readonly version: number;
  readonly organizationId: string;
  readonly scopes: readonly Scope[];
}

/**
 * Lets the installations that other organizations have run a version that has become the current one, where it asks for nothing
 * but what they consented to. The others keep the version they run.
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
    // From before there was consent: they have what the version until now asks for.
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
    const known = consented === null ? scopes : readStrings(consented);
    const isEnough = scopes.every((scope) => known.includes(scope));
    await ofOthers(transaction.updateTable("installations"))
      .set((row) => ({
        kept_version: isEnough ? null : row.fn.coalesce("kept_version", row.val(before?.version ?? version)),
      }))
      .where("consented_scopes", consented === null ? "is" : "=", consented)
      .execute();
  }
}

/** The versions of an integration that installations run besides the current one. */
export async function listKeptVersions(
  { db }: Pick<PlatformContext, "db">,
  integration: string,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom("installations")
    .select("kept_version")
    .distinct()
    .where("integration", "=", integration)
    .where("kept_version", "is not", null)
    .where("deleted_at", "is", null)
    .execute();
  return rows.flatMap(({ kept_version: version }) => version ?? []);
}
