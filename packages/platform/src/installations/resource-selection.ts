import type { Transaction } from "kysely";
import { readObject } from "../common/json.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Tables } from "../database/tables.ts";
import { findResources } from "../resources/find-resource.ts";
import { kindsOf } from "../resources/kinds-of.ts";
import type { ProductRef } from "../resources/product-ref.ts";
import { holdInstallation, type ResourceSelection } from "./installations.ts";

/**
 * Sets whether an installation can be in all resources of the product's selectable kind, or in selected ones. A
 * resource within another counts as that one.
 *
 * @throws PlatformError `not_found`, `invalid_request` for a resource of another organization, `conflict` if the
 * installation is in a resource outside the selection
 *
 * @example
 * import type { Platform } from "@plugboard/platform";
 * import { selectResources } from "@plugboard/platform/product";
 *
 * declare const platform: Platform;
 * await selectResources(platform, "ins_1", { type: "selected", ids: ["prj_1"] });
 */
export async function selectResources(
  context: PlatformContext,
  installationId: string,
  { type, ids = [] }: ResourceSelection,
): Promise<void> {
  const { db, now } = context;
  await db.transaction().execute(async (transaction) => {
    // Installing into a resource locks the same row, so each side sees the other's changes.
    await holdInstallation(transaction, installationId);
    if (type === "selected") await requireFitting(context, transaction, installationId, ids);
    const selection: ResourceSelection = type === "all" ? { type } : { type, ids };
    await transaction
      .updateTable("installations")
      .set((row) => ({
        resource_selection: JSON.stringify(selection),
        // Each change needs a later time than the previous one.
        updated_at: row
          .case()
          .when("updated_at", ">=", now())
          .then(row("updated_at", "+", 1))
          .else(now())
          .end(),
      }))
      .where("id", "=", installationId)
      .execute();
  });
}

async function requireFitting(
  context: PlatformContext,
  transaction: Transaction<Tables>,
  installationId: string,
  selected: readonly string[],
): Promise<void> {
  const [kind, { plural = "" } = {}] = selectableKind(context) ?? [];
  const installation = await transaction
    .selectFrom("installations")
    .select("organization_id")
    .where("id", "=", installationId)
    .executeTakeFirstOrThrow();
  const found = kind === undefined ? [] : await findResources(context, transaction, kind, selected);
  const own = new Set(
    found.filter(({ organizationId }) => organizationId === installation.organization_id).map(({ id }) => id),
  );
  const foreign = selected.filter((id) => !own.has(id));
  if (foreign.length > 0) {
    const problems = foreign.map((id) => ({ path: plural, message: `there is no ${kind} ${id}` }));
    const message = `${plural}: there is no ${kind} ${foreign.join(", ")}.`;
    throw new PlatformError("invalid_request", message, problems);
  }
  const locations = await transaction
    .selectFrom("resource_installations")
    .select(["resource_kind as kind", "resource_id as id"])
    .where("installation_id", "=", installationId)
    .where("deleted_at", "is", null)
    .execute();
  for (const location of locations) {
    const within = await findSelectable(context, transaction, location);
    if (within === undefined || selected.includes(within)) continue;
    throw new PlatformError(
      "conflict",
      `The installation is in ${location.kind} ${location.id}. Remove it from there first, or select its ${kind} too.`,
    );
  }
}

/** Checks that a resource is selected for an installation. @throws PlatformError `conflict` */
export async function requireSelected(
  context: PlatformContext,
  transaction: Transaction<Tables>,
  installationId: string,
  resource: ProductRef,
): Promise<void> {
  const row = await transaction
    .selectFrom("installations")
    .select("resource_selection")
    .where("id", "=", installationId)
    .executeTakeFirst();
  const { type, ids } = readObject(orNotFound(row, `installation ${installationId}`).resource_selection);
  if (type === "all" || !Array.isArray(ids)) return;
  const within = await findSelectable(context, transaction, resource);
  if (within === undefined || ids.includes(within)) return;
  const { kind, id } = resource;
  const [, { plural = "resources" } = {}] = selectableKind(context) ?? [];
  throw new PlatformError(
    "conflict",
    `Installation ${installationId} is limited to selected ${plural}, which do not include ${kind} ${id}.`,
  );
}

/** Returns a selection as the API shows it, such as `project_selection`. Empty without a selectable kind. */
export function showSelection(
  context: Pick<PlatformContext, "product">,
  { type, ids }: ResourceSelection,
): Readonly<Record<string, object>> {
  const [kind, { plural = "" } = {}] = selectableKind(context) ?? [];
  if (kind === undefined) return {};
  return { [`${kind}_selection`]: ids === undefined ? { type } : { type, [plural]: ids } };
}

function selectableKind(context: Pick<PlatformContext, "product">) {
  return Object.entries(kindsOf(context)).find(([, { selectable }]) => selectable === true);
}

/** Returns the resource of the selectable kind that a resource is or is within. `undefined` if there is none. */
async function findSelectable(
  context: PlatformContext,
  transaction: Transaction<Tables>,
  { kind, id }: ProductRef,
): Promise<string | undefined> {
  const { selectable, within } = kindsOf(context)[kind] ?? {};
  if (selectable === true) return id;
  if (within === undefined) return undefined;
  const [resource] = await findResources(context, transaction, kind, [id]);
  return resource?.parent === undefined
    ? undefined
    : await findSelectable(context, transaction, { kind: within, id: resource.parent });
}
