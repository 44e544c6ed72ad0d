import { orNotFound } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import { followInstallation } from "../endpoints/follow-installation.ts";
import { removeParts } from "../installations/change-installation.ts";
import { queueRemoval, releaseRemoval } from "../removals/removal-queue.ts";
import { removeVersions } from "./write-version.ts";

/** Installations removed per batch. */
const partSize = 100;

/**
 * Removes an integration immediately: it is no longer called, not even to be notified. Its installations,
 * tokens, public endpoints and webhook endpoints are removed too: those of the first 100 installations before
 * this returns, the others in the background. The name stays reserved for its organization, which can publish
 * it again afterwards.
 *
 * @throws PlatformError `not_found`
 */
export async function removeIntegration(
  context: PlatformContext & Pick<DispatchContext, "runner">,
  name: string,
): Promise<void> {
  const removal = { kind: "integration", subject: name } as const;
  const now = context.now();
  await context.db.transaction().execute(async (transaction) => {
    const removed = await transaction
      .updateTable("integrations")
      .set({ removed_at: now, updated_at: now })
      .where("name", "=", name)
      .where("removed_at", "is", null)
      .returning("version")
      .executeTakeFirst();
    // The last version is kept to continue its numbering.
    const { version } = orNotFound(removed, `integration ${name}`);
    await removeVersions(transaction, name, version - 1);
    await queueRemoval(transaction, removal, now);
  });
  await context.runner.retire(name);
  await releaseRemoval(context.db, removal, await removeInstallationsOf(context, name));
}

/**
 * Removes a batch of the installations of a removed integration.
 *
 * @returns whether it was the last batch
 */
export async function removeInstallationsOf(context: PlatformContext, integration: string): Promise<boolean> {
  const now = context.now();
  const ids = await context.db.transaction().execute(async (transaction) => {
    const removed = await transaction
      .updateTable("installations")
      .set({ deleted_at: now, updated_at: now })
      .where("id", "in", (query) =>
        query
          .selectFrom("installations")
          .select("id")
          .where("integration", "=", integration)
          .where("deleted_at", "is", null)
          .orderBy("id")
          .limit(partSize),
      )
      .where("deleted_at", "is", null)
      .returning("id")
      .execute();
    const removedIds = removed.map(({ id }) => id);
    await removeParts(context, transaction, removedIds, now);
    return removedIds;
  });
  if (ids.length > 0) context.onEvent();
  // Fan-out of the events does the same.
  for (const id of ids)
    await followInstallation(context, {
      type: "installation_deleted",
      installation_id: id,
      resource_kind: "organization",
      resource_id: "",
      created_at: now,
    });
  return ids.length < partSize;
}
