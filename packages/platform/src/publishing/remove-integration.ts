import type { SelectQueryBuilder } from "kysely";
import { orNotFound } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Tables } from "../database/tables.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import { followRemovals } from "../endpoints/follow-installation.ts";
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
  return await removeInstallationsIn(context, (installations) =>
    installations.where("integration", "=", integration),
  );
}

/**
 * Removes a batch of the selected installations of removed integrations.
 *
 * @returns whether it was the last batch
 */
export async function removeInstallationsIn(
  context: PlatformContext,
  select: (
    installations: SelectQueryBuilder<Tables, "installations", { id: string }>,
  ) => SelectQueryBuilder<Tables, "installations", { id: string }>,
): Promise<boolean> {
  const now = context.now();
  const ids = await context.db.transaction().execute(async (transaction) => {
    const removed = await transaction
      .updateTable("installations")
      .set({ deleted_at: now, updated_at: now })
      .where("id", "in", (query) =>
        select(query.selectFrom("installations").select("id"))
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
  await followRemovals(context, ids);
  return ids.length < partSize;
}
