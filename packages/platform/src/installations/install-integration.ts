import { explainUnknownWord } from "@plugboard/manifest";
import { planSchedules } from "./plan-schedules.ts";
import { checkConfiguration } from "./installation-rules.ts";
import { createIdFromKey } from "../common/create-id.ts";
import {
  getInstallation,
  holdInstallation,
  type InstallationRecord,
  listInstallations,
} from "./installations.ts";
import { getInstalled, getIntegration, type Integration } from "../integrations/integrations.ts";
import { findResourceOrganization } from "../resources/find-resource.ts";
import { holdVersion } from "./consent.ts";
import { requireSelected } from "./resource-selection.ts";
import type { ResourceKind } from "../database/tables.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import { appendSetupEvent, type InstallationRef } from "./installation-event.ts";

/**
 * Installs an integration in an organization. The installation is `pending` at first, and becomes `active`
 * immediately if it needs no configuration. Each step emits `installation_setup`. Repeating the call with the
 * same key returns the same installation.
 *
 * @throws PlatformError `not_found`, `forbidden` (a private integration of another organization) or
 * `conflict`
 *
 * @example
 * import { installIntegration, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { id, status } = await installIntegration(platform, "greeter", "org_1");
 * console.log(id, status);
 */
export async function installIntegration(
  context: PlatformContext,
  integrationName: string,
  organizationId: string,
  idempotencyKey?: string,
): Promise<InstallationRecord> {
  const integration = await getIntegration(context, integrationName);
  await requireInstallable(context, integration, organizationId);
  const now = context.now();
  const id = createIdFromKey("ins", `${integrationName}\n${organizationId}`, idempotencyKey, now);
  const configuration = checkConfiguration(integration.manifest, "organization", {});
  const isNew = await context.db.transaction().execute(async (transaction) => {
    await holdVersion(transaction, integration);
    const inserted = await transaction
      .insertInto("installations")
      .values({
        id,
        integration: integrationName,
        organization_id: organizationId,
        status: configuration.complete ? "active" : "pending",
        configuration: context.secretBox.encrypt(JSON.stringify(configuration.values)),
        external_ids: "[]",
        resource_selection: JSON.stringify({ type: "all" }),
        consented_scopes:
          integration.organizationId === organizationId ? null : JSON.stringify(integration.manifest.scopes),
        target: integration.manifest.target ?? "all",
        created_at: now,
        updated_at: now,
        deleted_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 0n) return false;
    const { schedules } = integration.manifest;
    await planSchedules(transaction, { integration: integrationName, installationId: id, schedules }, now);
    const ref: InstallationRef = { installationId: id, kind: "organization" };
    await appendSetupEvent(transaction, ref, { status: "pending" }, now);
    if (configuration.complete) {
      await appendSetupEvent(transaction, ref, { status: "active", previous: { status: "pending" } }, now);
    }
    return true;
  });
  if (isNew) context.onEvent();
  const [installation] = await listInstallations(context, { id });
  if (installation === undefined) throw alreadyInstalled(integrationName, "this organization");
  return installation;
}

/**
 * Installs an installation's integration in a resource of the product, in the same organization.
 *
 * @throws PlatformError `not_found`, `invalid_request` (a target the manifest excludes) or `conflict`
 *
 * @example
 * import { installIntoResource, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * await installIntoResource(platform, "ins_1", "project", "prj_1");
 */
export async function installIntoResource(
  context: PlatformContext,
  installationId: string,
  kind: ResourceKind,
  resourceId: string,
): Promise<void> {
  const installation = await getInstallation(context, installationId);
  const integration = await getInstalled(context, installation);
  requireTarget(integration, kind);
  await requireOwnResource(context, installation.organizationId, kind, resourceId);
  const now = context.now();
  const configuration = checkConfiguration(integration.manifest, kind, {});
  const row = {
    organization_id: installation.organizationId,
    status: configuration.complete ? ("active" as const) : ("pending" as const),
    configuration: context.secretBox.encrypt(JSON.stringify(configuration.values)),
    external_ids: "[]",
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  await context.db.transaction().execute(async (transaction) => {
    await holdInstallation(transaction, installationId);
    await requireSelected(context, transaction, installationId, { kind, id: resourceId });
    const written = await transaction
      .insertInto("resource_installations")
      .values({ ...row, installation_id: installationId, resource_kind: kind, resource_id: resourceId })
      .onConflict((conflict) =>
        conflict
          .columns(["installation_id", "resource_kind", "resource_id"])
          .doUpdateSet(row)
          .where("resource_installations.deleted_at", "is not", null),
      )
      .executeTakeFirst();
    if (written.numInsertedOrUpdatedRows === 0n)
      throw alreadyInstalled(integration.name, `${kind} ${resourceId}`);
    const ref: InstallationRef = { installationId, kind, resourceId };
    await appendSetupEvent(transaction, ref, { status: "pending" }, now);
    if (configuration.complete) {
      await appendSetupEvent(transaction, ref, { status: "active", previous: { status: "pending" } }, now);
    }
  });
  context.onEvent();
}

async function requireInstallable(
  { db }: PlatformContext,
  integration: Integration,
  organizationId: string,
): Promise<void> {
  const row = await db
    .selectFrom("organizations")
    .select("id")
    .where("id", "=", organizationId)
    .executeTakeFirst();
  orNotFound(row, `organization ${organizationId}`);
  if (integration.manifest.visibility !== "private" || integration.organizationId === organizationId) return;
  throw new PlatformError(
    "forbidden",
    `${integration.name} is private: only the organization that owns it can install it.`,
  );
}

function requireTarget(integration: Integration, kind: ResourceKind): void {
  const target = integration.manifest.target ?? "all";
  if (target === "all" || target === kind) return;
  throw new PlatformError(
    "invalid_request",
    `${integration.name} has the target ${target} and cannot be installed in a ${kind}.`,
  );
}

async function requireOwnResource(
  context: PlatformContext,
  organizationId: string,
  kind: ResourceKind,
  resourceId: string,
): Promise<void> {
  const kinds = Object.keys(context.product?.kinds ?? {});
  if (!kinds.includes(kind))
    throw new PlatformError("invalid_request", explainUnknownWord(kind, "a kind of the product", kinds));
  const owner = await findResourceOrganization(context, context.db, { kind, id: resourceId });
  if (owner !== organizationId)
    throw new PlatformError("not_found", `There is no ${kind} ${resourceId} in this organization.`);
}

function alreadyInstalled(integration: string, where: string): PlatformError {
  return new PlatformError("conflict", `${integration} is already installed in ${where}.`);
}
