import type { InstallationStatus, Target } from "@plugboard/api";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { InstallationTable, ResourceInstallationTable } from "../storage/tables.ts";
import type { PlatformContext } from "./platform-context.ts";
import { found } from "./platform-error.ts";
import { readObject, readStrings } from "./stored-json.ts";

/** What can hold an installation besides an organization. */
export type ResourceKind = "space" | "site";

/** Whether an installation covers all spaces or chosen ones. */
export interface SpaceSelection {
  readonly type: "all" | "selected";
  readonly spaces?: readonly string[];
}

/** An integration installed in an organization. */
export interface InstallationRecord {
  readonly id: string;
  readonly integration: string;
  readonly organizationId: string;
  readonly status: InstallationStatus;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly externalIds: readonly string[];
  readonly spaceSelection: SpaceSelection;
  readonly target: Target;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** An installation's part in one space or site. */
export interface ResourceInstallationRecord {
  readonly installationId: string;
  readonly kind: ResourceKind;
  readonly resourceId: string;
  readonly status: InstallationStatus;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly externalIds: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

const spaceSelectionSchema: z.ZodType<SpaceSelection> = z.object({
  type: z.enum(["all", "selected"]),
  spaces: z.array(z.string()).exactOptional(),
});

/**
 * One installation. A removed one is found only where `removed` allows it, for the event that tells of the removal.
 *
 * @throws PlatformError `not_found`
 */
export async function getInstallation(
  context: PlatformContext,
  id: string,
  { removed = false }: { readonly removed?: boolean } = {},
): Promise<InstallationRecord> {
  let query = context.db.selectFrom("installations").selectAll().where("id", "=", id);
  if (!removed) query = query.where("deleted_at", "is", null);
  return toInstallation(context, found(await query.executeTakeFirst(), `installation ${id}`));
}

/** The installations of one integration, or all of them, oldest first. */
export async function listInstallations(
  context: PlatformContext,
  integration?: string,
): Promise<InstallationRecord[]> {
  let query = context.db.selectFrom("installations").selectAll().where("deleted_at", "is", null);
  if (integration !== undefined) query = query.where("integration", "=", integration);
  const rows = await query.orderBy("created_at").execute();
  return rows.map((row) => toInstallation(context, row));
}

/** An installation's part in one space or site, `undefined` where it has none. */
export async function findResourceInstallation(
  context: PlatformContext,
  installationId: string,
  kind: ResourceKind,
  resourceId: string,
  { removed = false }: { readonly removed?: boolean } = {},
): Promise<ResourceInstallationRecord | undefined> {
  let query = context.db
    .selectFrom("resource_installations")
    .selectAll()
    .where("installation_id", "=", installationId)
    .where("resource_kind", "=", kind)
    .where("resource_id", "=", resourceId);
  if (!removed) query = query.where("deleted_at", "is", null);
  const row = await query.executeTakeFirst();
  return row === undefined ? undefined : toResourceInstallation(context, row);
}

/** Where an installation is installed, of one kind. */
export async function listResourceInstallations(
  context: PlatformContext,
  installationId: string,
  kind: ResourceKind,
): Promise<ResourceInstallationRecord[]> {
  const rows = await context.db
    .selectFrom("resource_installations")
    .selectAll()
    .where("installation_id", "=", installationId)
    .where("resource_kind", "=", kind)
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .execute();
  return rows.map((row) => toResourceInstallation(context, row));
}

function toInstallation(
  { secretBox }: PlatformContext,
  row: Selectable<InstallationTable>,
): InstallationRecord {
  return {
    id: row.id,
    integration: row.integration,
    organizationId: row.organization_id,
    status: row.status,
    configuration: readObject(secretBox.open(row.configuration)),
    externalIds: readStrings(row.external_ids),
    spaceSelection: spaceSelectionSchema.parse(JSON.parse(row.space_selection)),
    target: row.target,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toResourceInstallation(
  { secretBox }: PlatformContext,
  row: Selectable<ResourceInstallationTable>,
): ResourceInstallationRecord {
  return {
    installationId: row.installation_id,
    kind: row.resource_kind,
    resourceId: row.resource_id,
    status: row.status,
    configuration: readObject(secretBox.open(row.configuration)),
    externalIds: readStrings(row.external_ids),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
