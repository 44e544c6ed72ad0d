import type { Transaction } from "kysely";
import { readObject } from "../common/json.ts";
import { orNotFound, PlatformError } from "../common/platform-error.ts";
import { inList } from "../database/in-list.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Tables } from "../database/tables.ts";
import type { ResourceKind } from "../database/tables.ts";
import { holdInstallation, type SpaceSelection } from "./installations.ts";

/**
 * Sets whether an installation can be in all spaces of its organization or in selected ones. A site counts as
 * its space.
 *
 * @throws PlatformError `not_found`, `invalid_request` for a space of another organization, `conflict` if the
 * installation is in a space or site outside the selection
 */
export async function selectSpaces(
  { db, now }: PlatformContext,
  installationId: string,
  { type, spaces = [] }: SpaceSelection,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Installing into a space locks the same row, so each side sees the other's changes.
    await holdInstallation(transaction, installationId);
    if (type === "selected") await requireFitting(transaction, installationId, spaces);
    const selection: SpaceSelection = type === "all" ? { type } : { type, spaces };
    await transaction
      .updateTable("installations")
      .set((row) => ({
        space_selection: JSON.stringify(selection),
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
  transaction: Transaction<Tables>,
  installationId: string,
  spaces: readonly string[],
): Promise<void> {
  const own = await transaction
    .selectFrom("spaces")
    .innerJoin("installations", "installations.organization_id", "spaces.organization_id")
    .select("spaces.id")
    .where("installations.id", "=", installationId)
    .where("spaces.id", "in", inList(spaces))
    .execute();
  const foreign = spaces.filter((id) => !own.some((space) => space.id === id));
  if (foreign.length > 0) {
    const problems = foreign.map((id) => ({ path: "spaces", message: `there is no space ${id}` }));
    throw new PlatformError("invalid_request", `spaces: there is no space ${foreign.join(", ")}.`, problems);
  }
  const locations = await transaction
    .selectFrom("resource_installations as location")
    .leftJoin("sites", (join) =>
      join.onRef("sites.id", "=", "location.resource_id").on("location.resource_kind", "=", "site"),
    )
    .select(["location.resource_kind as kind", "location.resource_id as id", "sites.space_id as siteSpace"])
    .where("location.installation_id", "=", installationId)
    .where("location.deleted_at", "is", null)
    .execute();
  const outside = locations.find(
    ({ kind, id, siteSpace }) => !spaces.includes(kind === "space" ? id : (siteSpace ?? "")),
  );
  if (outside === undefined) return;
  throw new PlatformError(
    "conflict",
    `The installation is in ${outside.kind} ${outside.id}. Remove it from there first, or select its space too.`,
  );
}

/** Checks that a space or site is selected for an installation. @throws PlatformError `conflict` */
export async function requireSelected(
  transaction: Transaction<Tables>,
  installationId: string,
  kind: ResourceKind,
  resourceId: string,
): Promise<void> {
  const row = await transaction
    .selectFrom("installations")
    .select("space_selection")
    .where("id", "=", installationId)
    .executeTakeFirst();
  const { type, spaces } = readObject(orNotFound(row, `installation ${installationId}`).space_selection);
  if (type === "all" || !Array.isArray(spaces)) return;
  const site =
    kind === "site"
      ? await transaction
          .selectFrom("sites")
          .select("space_id")
          .where("id", "=", resourceId)
          .executeTakeFirst()
      : undefined;
  if (spaces.includes(site?.space_id ?? resourceId)) return;
  throw new PlatformError(
    "conflict",
    `Installation ${installationId} is limited to selected spaces, which do not include ${kind} ${resourceId}.`,
  );
}
