import type { InstallationStatus, Target } from "@plugboard/api";
import { limits } from "@plugboard/api/contract";
import { type Selectable, sql, type Transaction } from "kysely";
import * as z from "zod";
import type {
  InstallationTable,
  ResourceInstallationTable,
  ResourceKind,
  Tables,
} from "../database/tables.ts";
import type { Keyset } from "../common/keyset.ts";
import { inList } from "../database/in-list.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import type { ProductRef } from "../resources/product-ref.ts";
import { readJson, readObject, readStrings } from "../common/json.ts";

/** Whether an installation can be in all resources of the product's selectable kind or in selected ones. */
export interface ResourceSelection {
  readonly type: "all" | "selected";
  readonly ids?: readonly string[];
}

/** A problem with a setting, reported by the integration. */
export interface SetupProblem {
  /** The setting's name. Empty for a general problem. */
  readonly path: string;
  readonly message: string;
}

const problemsSchema: z.ZodType<readonly SetupProblem[]> = z
  .array(
    z.object({
      path: z.string().transform((path) => path.slice(0, limits.problemLength)),
      message: z.string().transform((message) => message.slice(0, limits.problemLength)),
    }),
  )
  .transform((problems) => problems.slice(0, limits.problems));

const setupResponseSchema = z.object({ problems: problemsSchema.optional() });

/** Reads the problems in an integration's response to a setup event. Empty if the response reports none. */
export function readSetupProblems(body: Uint8Array | undefined): readonly SetupProblem[] {
  const response = setupResponseSchema.safeParse(body && readJson(body));
  return response.data?.problems ?? [];
}

/** Replaces the reported problems of an installation. */
export async function recordSetupProblems(
  { db }: Pick<PlatformContext, "db">,
  installationId: string,
  location: { readonly kind: ResourceKind; readonly resourceId: string } | undefined,
  reported: readonly SetupProblem[],
): Promise<void> {
  const problems = reported.length === 0 ? null : JSON.stringify(reported);
  if (location === undefined)
    await db.updateTable("installations").set({ problems }).where("id", "=", installationId).execute();
  else
    await db
      .updateTable("resource_installations")
      .set({ problems })
      .where("installation_id", "=", installationId)
      .where("resource_kind", "=", location.kind)
      .where("resource_id", "=", location.resourceId)
      .execute();
}

/** An integration installed in an organization. */
export interface InstallationRecord {
  readonly id: string;
  readonly integration: string;
  readonly organizationId: string;
  readonly status: InstallationStatus;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly externalIds: readonly string[];
  readonly selection: ResourceSelection;
  /** The scopes its organization consented to. `undefined` for all scopes in the manifest. */
  readonly consentedScopes?: readonly string[] | undefined;
  /**
   * The version it runs until its organization consents to further scopes. `undefined` if it runs the current
   * version.
   */
  readonly pinnedVersion?: number | undefined;
  readonly problems: readonly SetupProblem[];
  /** The reason given by the person who paused it. */
  readonly pauseReason?: string | undefined;
  readonly target: Target;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly removed: boolean;
}

/** An installation's part in one resource. */
export interface ResourceInstallationRecord {
  readonly installationId: string;
  readonly kind: ResourceKind;
  readonly resourceId: string;
  readonly status: InstallationStatus;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly externalIds: readonly string[];
  readonly problems: readonly SetupProblem[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

const selectionSchema: z.ZodType<ResourceSelection> = z.object({
  type: z.enum(["all", "selected"]),
  ids: z.array(z.string()).exactOptional(),
});

/**
 * Returns an installation. Removed ones are included only with `removed`, for the event that reports the
 * removal.
 *
 * @throws PlatformError `not_found`
 *
 * @example
 * import { getInstallation, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const { status, configuration } = await getInstallation(platform, "ins_1");
 * console.log(status, configuration);
 */
export async function getInstallation(
  context: PlatformContext,
  id: string,
  { removed = false }: { readonly removed?: boolean } = {},
): Promise<InstallationRecord> {
  let query = context.db.selectFrom("installations").selectAll().where("id", "=", id);
  if (!removed) query = query.where("deleted_at", "is", null);
  return toInstallation(context, orNotFound(await query.executeTakeFirst(), `installation ${id}`));
}

/**
 * Locks an installation against removal until the transaction ends. @throws PlatformError `not_found` if it
 * was removed
 */
export async function holdInstallation(
  transaction: Transaction<Tables>,
  installationId: string,
): Promise<void> {
  const held = await transaction
    .updateTable("installations")
    .set((row) => ({ updated_at: row.ref("updated_at") }))
    .where("id", "=", installationId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  orNotFound(held.numUpdatedRows > 0n ? held : undefined, `installation ${installationId}`);
}

/** Checks that an installation is not paused. @throws PlatformError `forbidden` */
export function requireNotPaused({ id, status }: Pick<InstallationRecord, "id" | "status">): void {
  if (status !== "paused") return;
  throw new PlatformError("forbidden", `Installation ${id} is paused. An administrator can resume it.`);
}

/** Filters for installations, combined with AND. */
export interface InstallationQuery {
  readonly integration?: string | undefined;
  readonly id?: string | undefined;
  /** Only installations with this external id. */
  readonly externalId?: string | undefined;
  /** Only installations in these organizations. */
  readonly organizations?: readonly string[] | undefined;
  /** Only installations after this id. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * Returns installations by id, which is their order of creation.
 */
export async function listInstallations(
  context: PlatformContext,
  { integration, id, externalId, organizations, after, limit }: InstallationQuery = {},
): Promise<InstallationRecord[]> {
  let query = context.db.selectFrom("installations").selectAll().where("deleted_at", "is", null);
  if (integration !== undefined) query = query.where("integration", "=", integration);
  if (id !== undefined) query = query.where("id", "=", id);
  if (organizations !== undefined) query = query.where("organization_id", "in", inList(organizations));
  // The list is JSON text in both databases, so the id is matched in its JSON form.
  if (externalId !== undefined) {
    const written = JSON.stringify(externalId).replaceAll(/[\\%_]/g, "\\$&");
    query = query.where(sql<boolean>`external_ids like ${`%${written}%`} escape '\\'`);
  }
  if (after !== undefined) query = query.where("id", ">", after);
  if (limit !== undefined) query = query.limit(limit);
  const rows = await query.orderBy("id").execute();
  return rows.map((row) => toInstallation(context, row));
}

/**
 * Returns an installation's part in one space or site. `undefined` if there is none.
 *
 * @example
 * import { findResourceInstallation, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const inSpace = await findResourceInstallation(platform, "ins_1", "space", "spc_1");
 * console.log(inSpace?.status);
 */
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

/** Checks that an installation is in resources. @throws PlatformError `invalid_request` */
export async function requireInstalledIn(
  context: PlatformContext,
  installationId: string,
  resources: readonly (ProductRef & { readonly path?: string | undefined })[],
): Promise<void> {
  for (const { kind, id, path = `${kind}Id` } of resources) {
    if ((await findResourceInstallation(context, installationId, kind, id)) !== undefined) continue;
    const message = `installation ${installationId} is not in ${kind} ${id}`;
    throw new PlatformError("invalid_request", `${path}: ${message}.`, [{ path, message }]);
  }
}

/** Lists an installation's spaces, sites or other resources of one kind, by ID. */
export async function listResourceInstallations(
  context: PlatformContext,
  installationId: string,
  kind: ResourceKind,
  { after, limit }: Keyset = {},
): Promise<ResourceInstallationRecord[]> {
  let query = context.db
    .selectFrom("resource_installations")
    .selectAll()
    .where("installation_id", "=", installationId)
    .where("resource_kind", "=", kind)
    .where("deleted_at", "is", null)
    .orderBy("resource_id");
  if (after !== undefined) query = query.where("resource_id", ">", after);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map((row) => toResourceInstallation(context, row));
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
    configuration: readObject(secretBox.decrypt(row.configuration)),
    externalIds: readStrings(row.external_ids),
    selection: selectionSchema.parse(JSON.parse(row.resource_selection)),
    consentedScopes: row.consented_scopes === null ? undefined : readStrings(row.consented_scopes),
    pinnedVersion: row.pinned_version ?? undefined,
    problems: problemsSchema.parse(JSON.parse(row.problems ?? "[]")),
    pauseReason: row.pause_reason ?? undefined,
    target: row.target,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    removed: row.deleted_at !== null,
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
    configuration: readObject(secretBox.decrypt(row.configuration)),
    externalIds: readStrings(row.external_ids),
    problems: problemsSchema.parse(JSON.parse(row.problems ?? "[]")),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
