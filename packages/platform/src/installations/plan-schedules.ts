import { createHash } from "node:crypto";
import type { ManifestSchedule } from "@plugboard/manifest";
import { nextTick } from "@plugboard/manifest/schedules";
import type { Transaction } from "kysely";
import type { Tables } from "../database/tables.ts";

/** Returns a string for comparing two schedules. */
export function textOf({ id, cron, timeZone, everyMinutes }: ManifestSchedule): string {
  return JSON.stringify({ id, cron, timeZone, everyMinutes });
}

const maxJitterMilliseconds = 60_000;

/** Returns a schedule's jitter, which never changes, so that its ticks stay evenly spaced. */
export function jitterOf(installationId: string, scheduleId: string): number {
  const digest = createHash("sha256").update(`${installationId} ${scheduleId}`).digest();
  return digest.readUInt32BE() % maxJitterMilliseconds;
}

/**
 * Plans the schedules of a manifest in the transaction that activates it. For one installation, it plans their first ticks. For all
 * installations of an integration, it only makes the schedules due, and they are planned one by one; previous ticks of changed
 * and removed schedules emit no event.
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
  for (const schedule of schedules) {
    const { id } = schedule;
    const tick = installationId === undefined ? undefined : nextTick(schedule, now);
    const first =
      installationId === undefined || tick === undefined
        ? { definition: "", tick: now, dueAt: now }
        : { definition: textOf(schedule), tick, dueAt: tick + jitterOf(installationId, id) };
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
            build.val(first.definition).as("definition"),
            build.val(first.tick).as("tick_at"),
            build.val(first.dueAt).as("due_at"),
          ])
          .where("integration", "=", integration)
          .where("deleted_at", "is", null);
        return installationId === undefined ? installations : installations.where("id", "=", installationId);
      })
      .onConflict((conflict) => conflict.columns(["installation_id", "schedule_id"]).doNothing())
      .execute();
  }
}
