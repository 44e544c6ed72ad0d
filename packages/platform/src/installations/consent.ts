import type { Scope } from "@plugboard/api";
import { type Manifest, parseManifest } from "@plugboard/manifest";
import type { Transaction } from "kysely";
import { PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Tables } from "../database/tables.ts";
import { getIntegration } from "../integrations/integrations.ts";
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
 * Gives an installation scopes that a new version of its integration asks for.
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
  const { manifest } = await getIntegration(context, installation.integration);
  const unseen = pendingScopes(manifest, installation).filter((scope) => !scopes.includes(scope));
  if (unseen.length > 0) {
    throw new PlatformError(
      "conflict",
      `The integration also asks for ${unseen.join(", ")}. Look at the installation and consent again.`,
    );
  }
  if (installation.consentedScopes === undefined) return;
  await context.db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("installations")
      .set({
        consented_scopes: JSON.stringify(manifest.scopes),
        // Each change has a later time than the one before.
        updated_at: Math.max(context.now(), installation.updatedAt + 1),
      })
      .where("id", "=", installationId)
      .where("deleted_at", "is", null)
      .execute();
  });
}

/**
 * Before another version of an integration becomes the current one: what installations from before there was consent have,
 * is what the version until now asks for.
 */
export async function keepConsent(
  transaction: Transaction<Tables>,
  { integration, organizationId }: { readonly integration: string; readonly organizationId: string },
): Promise<void> {
  const unset = transaction
    .selectFrom("installations")
    .select("id")
    .where("integration", "=", integration)
    .where("organization_id", "!=", organizationId)
    .where("consented_scopes", "is", null);
  if ((await unset.limit(1).executeTakeFirst()) === undefined) return;
  const current = await transaction
    .selectFrom("integration_versions")
    .innerJoin("integrations", (join) =>
      join
        .onRef("integrations.name", "=", "integration_versions.integration")
        .onRef("integrations.version", "=", "integration_versions.version"),
    )
    .select("integration_versions.manifest")
    .where("integrations.name", "=", integration)
    .executeTakeFirst();
  if (current === undefined) return;
  await transaction
    .updateTable("installations")
    .set({ consented_scopes: JSON.stringify(parseManifest(current.manifest).scopes) })
    .where("integration", "=", integration)
    .where("organization_id", "!=", organizationId)
    .where("consented_scopes", "is", null)
    .execute();
}
