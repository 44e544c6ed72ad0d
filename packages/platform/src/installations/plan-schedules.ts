import type { ManifestSchedule } from "@plugboard/manifest";
import type { Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";

/** Returns a string for comparing two schedules. */
export function textOf({ id, cron, timeZone, everyMinutes }: ManifestSchedule): string {
  return JSON.stringify({ id, cron, timeZone, everyMinutes });
}

/**
 * Makes the schedules of a manifest due for the installations of an integration, or for one of them, in the transaction
 * that activates the manifest. The schedules are then planned one by one; previous ticks of changed and removed schedules
 * emit no event.
 */
export async function planSchedules(
  transaction: Transaction<Tables>,
  {
    integration,
    installationId,
    schedules = [],
  }: {
    readonly integration: string;
    readonly installationId?: string | undefined;
    readonly schedules?: readonly ManifestSchedule[] | undefined;
  },
  now: number,
): Promise<void> {
  let changed = transaction
    .updateTable("schedules")
    .set({ due_at: now })
    .where("integration", "=", integration);
  if (installationId !== undefined) changed = changed.where("installation_id", "=", installationId);
  if (schedules.length > 0) changed = changed.where("definition", "not in", schedules.map(textOf));
  await changed.execute();
  for (const { id } of schedules) {
    await transaction
      .insertInto("schedules")
      .columns([
        "installation_id",
        "schedule_id",
        "organization_id",
        "integration",
        "definition",
        "tick_at",
        "due_at",
      ])
      .expression((query) => {
        const installations = query
          .selectFrom("installations")
          .select((build) => [
            "id",
            build.val(id).as("schedule_id"),
            "organization_id",
            build.ref("integration").as("integration"),
            build.val("").as("definition"),
            build.val(now).as("tick_at"),
            build.val(now).as("due_at"),
          ])
          .where("integration", "=", integration)
          .where("deleted_at", "is", null);
        return installationId === undefined ? installations : installations.where("id", "=", installationId);
      })
      .onConflict((conflict) => conflict.columns(["installation_id", "schedule_id"]).doNothing())
      .execute();
  }
}
