import type { Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";
import type { ResourceKind } from "./installations.ts";
import { appendDeletedEvent } from "./setup-event.ts";

/** The kinds of places in the order in which their parts are told. */
const kinds: readonly ResourceKind[] = ["space", "site"];

/**
 * Removes what is left of an installation in spaces and sites, and emits their events, in the transaction that removes the
 * installation itself. Whoever writes the installation's row first holds off those who would add a part meanwhile.
 */
export async function removeResourceInstallations(
  transaction: Transaction<Tables>,
  installationId: string,
  now: number,
): Promise<void> {
  const removed = await transaction
    .updateTable("resource_installations")
    .set({ deleted_at: now })
    .where("installation_id", "=", installationId)
    .where("deleted_at", "is", null)
    .returning(["resource_kind", "resource_id"])
    .execute();
  for (const kind of kinds) {
    const ids = removed.filter((part) => part.resource_kind === kind).map((part) => part.resource_id);
    for (const resourceId of ids.toSorted())
      await appendDeletedEvent(transaction, { installationId, kind, resourceId }, now);
  }
}
