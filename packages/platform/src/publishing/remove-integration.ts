import { found } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { DispatchContext } from "../dispatch/dispatch-target.ts";
import { followInstallation } from "../endpoints/follow-installation.ts";
import { removeResourceInstallations } from "../installations/change-installation.ts";
import { appendDeletedEvent } from "../installations/installation-event.ts";
import { removeVersions } from "./write-version.ts";

/**
 * Takes an integration out of service at once: its installations, tokens, public endpoints and webhook endpoints go with
 * it, and it is called no more, not even to be notified. Its name stays with its organization, which can publish it again.
 *
 * @throws PlatformError `not_found`
 * @example
 * import { removeIntegration, type Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * await removeIntegration(platform, "greeter");
 */
export async function removeIntegration(
  context: PlatformContext & Pick<DispatchContext, "runner">,
  name: string,
): Promise<void> {
  const now = context.now();
  const installations = await context.db.transaction().execute(async (transaction) => {
    const removed = await transaction
      .updateTable("integrations")
      .set({ removed_at: now, updated_at: now })
      .where("name", "=", name)
      .where("removed_at", "is", null)
      .executeTakeFirst();
    found(removed.numUpdatedRows > 0n ? removed : undefined, `integration ${name}`);
    // The last one stays, so that versions count on.
    const { version } = await transaction
      .selectFrom("integrations")
      .select("version")
      .where("name", "=", name)
      .executeTakeFirstOrThrow();
    await removeVersions(transaction, name, version - 1, now);
    const rows = await transaction
      .updateTable("installations")
      .set({ deleted_at: now, updated_at: now })
      .where("integration", "=", name)
      .where("deleted_at", "is", null)
      .returning("id")
      .execute();
    for (const { id: installationId } of rows) {
      await removeResourceInstallations(transaction, installationId, now);
      await appendDeletedEvent(transaction, { installationId, kind: "organization" }, now);
    }
    return rows;
  });
  context.onEvent();
  await context.runner.retire(name);
  // The events do the same wherever they are fanned out; here it is done before the response.
  for (const { id } of installations) {
    const event = {
      type: "installation_deleted",
      installation_id: id,
      resource_id: "",
    } as const;
    await followInstallation(context, { ...event, created_at: now });
  }
}
