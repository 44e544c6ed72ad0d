import type { InstallationStatus } from "@plugboard/api";
import type { Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { InstallationPlace } from "./setup-event.ts";

/** Columns of an installation that operations change. */
export interface InstallationChange {
  readonly status?: InstallationStatus;
  /** Sealed. */
  readonly configuration?: string;
  /** JSON list. */
  readonly external_ids?: string;
  readonly deleted_at?: number;
  readonly updated_at: number;
}

/**
 * Changes the row of a place if its status is still the one the decision was made on.
 *
 * @returns whether the row was there with that status; if not, nothing was changed.
 */
export async function writeInstallation(
  transaction: Transaction<Tables>,
  place: InstallationPlace,
  decidedOn: { readonly updatedAt: number },
  change: InstallationChange,
): Promise<boolean> {
  // A later write always has a later time, so an unchanged time means that nobody else wrote in between.
  const updated_at = Math.max(change.updated_at, decidedOn.updatedAt + 1);
  const result =
    place.kind === "organization"
      ? await transaction
          .updateTable("installations")
          .set({ ...change, updated_at })
          .where("id", "=", place.installationId)
          .where("updated_at", "=", decidedOn.updatedAt)
          .where("deleted_at", "is", null)
          .executeTakeFirst()
      : await transaction
          .updateTable("resource_installations")
          .set({ ...change, updated_at })
          .where("installation_id", "=", place.installationId)
          .where("resource_kind", "=", place.kind)
          .where("resource_id", "=", place.resourceId)
          .where("updated_at", "=", decidedOn.updatedAt)
          .where("deleted_at", "is", null)
          .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
